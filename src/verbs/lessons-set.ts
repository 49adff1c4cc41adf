import * as z from "zod/mini";
import {
  acceptInTeam,
  changedDirective,
  changedDirectiveOutput,
} from "../lessons/directive/change-directive.js";
import { directiveRow } from "../lessons/directive/directive-rows.js";
import { lessonInput } from "../lessons/find-lesson.js";
import { directiveEnforcements, directivePriorities } from "../log/events/directive.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { directiveText } from "./parts/directive-text.js";
import { byOption, reasonInput } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons set",
  group: "Lessons",
  summary: "Set the priority and enforcement of a rule",
  description: `Sets how much weight a rule has: its priority, and whether it blocks or warns. It is also
the way back from an escalation: a rule that was violated in two runs within 30 days becomes critical and
enforced by itself, and only a person sets it back. After that, violations are counted from zero.`,
  examples: [
    {
      run:
        "whetstone lessons set 3f9a41c2 --priority high --enforcement warn " +
        '--reason "the tool changed" --by maintainer',
      about: "Back from an escalation:",
    },
  ],
  caller: "person",
  hub: "lead",
  input: z.strictObject({
    lesson: lessonInput,
    priority: field("The new priority.", z.optional(z.enum(directivePriorities))),
    enforcement: field("Whether it blocks or warns.", z.optional(z.enum(directiveEnforcements))),
    reason: reasonInput,
    ...callerInput,
  }),
  output: changedDirectiveOutput,
  cli: { arguments: ["lesson"], own: byOption, render: directiveText },
  run: async (context, input) => {
    const { reason, actor = context.actor, origin = context.origin } = input;
    return context.ledger.write(async (writer) => {
      const row = await directiveRow(writer, input.lesson);
      const { lesson, priority, enforcement } = row;
      const from = { priority, enforcement };
      const to = { priority: input.priority ?? priority, enforcement: input.enforcement ?? enforcement };
      await acceptInTeam(context, writer, row, reason, { actor, origin });
      await writer.append({ type: "directive-set", data: { lesson, from, to, reason }, actor, origin });
      return changedDirective(await directiveRow(writer, lesson));
    });
  },
});
