import * as z from "zod/mini";
import { givenTime, textId } from "../log/events/envelope.js";
import { feedbackRecorded } from "../log/events/feedback.js";
import { criteria } from "../runs/fold/criteria.js";
import { weigh, weightWithoutFeedback } from "../runs/outcomes/criterion.js";
import { rounded } from "../runs/outcomes/rounding.js";
import { refuseFuture } from "./call/admit.js";
import { envelopeInput, keyInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { keyInLog, replayed } from "./call/replayed.js";
import { defineVerb } from "./frame/define-verb.js";

const { shape } = feedbackRecorded.data;

export const verb = defineVerb({
  name: "feedback",
  group: "Called by agents",
  summary: "Give feedback on a criterion",
  description: `Records your feedback on a criterion, and prints the criterion's new weight. Outcomes that \
name a criterion already count as feedback; use this command for what an outcome does not show. The value \
decays by half in 90 days; any feedback keeps a criterion from fading.`,
  examples: [
    { run: 'whetstone feedback type_safe helpful --note "it found the null"', about: "It was helpful:" },
  ],
  caller: "anyone",
  hub: "agent",
  input: z.strictObject({
    criterion: field("The criterion's name, such as type_safe.", shape.criterion),
    type: field("Whether the criterion helped or did harm.", shape.type),
    value: field("How strong the feedback is, from 0 to 1.", z._default(shape.value, 1)),
    note: field("Why.", shape.note),
    taskId: field("The task it is about.", z.optional(textId)),
    key: keyInput,
    at: field("When it was given; now, if left out.", z.optional(givenTime)),
    ...envelopeInput,
  }),
  output: z.strictObject({
    feedback: field("The id of the event.", z.string()),
    criterion: z.string(),
    replayed: field("True when this key had been recorded before: nothing new was written.", z.boolean()),
    weight: field("Its weight by its feedback alone.", z.number()),
    effectiveWeight: field("Its effective weight, after decay.", z.number()),
    deprecated: field("True when it mostly did harm: it no longer counts.", z.boolean()),
  }),
  cli: {
    arguments: ["criterion", "type"],
    options: {
      taskId: { value: "ID" },
      at: false,
      run: false,
    },
    render: ({ criterion, weight, effectiveWeight, deprecated }, { bold }) =>
      deprecated
        ? `${bold(criterion)} is deprecated: it counts for nothing`
        : `${bold(criterion)} weighs ${weight}, effective ${effectiveWeight}`,
  },
  check: (context, { at }) => refuseFuture(context, at),
  run: async (context, { taskId: task, run = context.run, key: given, at, actor, origin, ...data }) => {
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      const key = keyInLog(context, given);
      const before = await replayed(writer, { type: "feedback-recorded", key, task, data });
      const about = { task, run, key, at, actor: actor ?? context.actor, origin: origin ?? context.origin };
      const event = before ?? (await writer.append({ type: "feedback-recorded", data, ...about }));
      const { criterion } = event.data;
      const row = await writer.row(criteria, criterion);
      const verdict = row && weigh(row.tally, context.clock(), context.ledger.config.criteria);
      return {
        feedback: event.id,
        criterion,
        replayed: before !== undefined,
        weight: rounded(verdict?.weight ?? weightWithoutFeedback),
        effectiveWeight: rounded(verdict?.effectiveWeight ?? weightWithoutFeedback),
        deprecated: verdict?.deprecated ?? false,
      };
    });
  },
});
