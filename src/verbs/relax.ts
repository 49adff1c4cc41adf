import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import { type AdapterRow, adapters } from "../runs/fold/adapters.js";
import { humanLimitTexts, removeCommand } from "../runs/policy/human-limits.js";
import { adapterName } from "../runs/policy/policy.js";
import { adapterKey } from "../runs/reliability/attribution.js";
import { limitedFields, ruleOf } from "../runs/reliability/overlay.js";
import { basePolicy, policyFields } from "../runs/reliability/policy-rule.js";
import type { Context } from "./call/context.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption, neededUnlessDryRun, personInput } from "./parts/person-input.js";

const change = z.strictObject({
  field: z.enum(policyFields),
  from: z.union([z.number(), z.boolean()]),
  to: z.union([z.number(), z.boolean()]),
});

const output = z.strictObject({
  adapter: field("The adapter's name.", z.string()),
  changes: field("What the review changes in the learned policy.", z.array(change)),
  note: field(
    "What stays in force, or why there is nothing to relax; null otherwise.",
    z.nullable(z.string()),
  ),
  event: field(
    "The id of the event that records the change; null for a dry run, and when nothing was in force.",
    z.nullable(z.string()),
  ),
});

export const verb = defineVerb({
  name: "relax",
  group: "Policy",
  summary: "Review the learned policy of an adapter and relax it",
  description: `Lifts the learned policy of an adapter: the base policy holds again, and runs, retries and \
failures are counted from this review on. Learning only makes a policy stricter; only a person relaxes it, \
with a reason, and the log keeps both. It shows what will change and asks first. Limits that a \
person set stay; 'whetstone policy ADAPTER --remove' removes them.`,
  examples: [
    { run: "whetstone relax github --dry-run", about: "What a review would change:" },
    { run: 'whetstone relax github --by maintainer --reason "the token was renewed"', about: "Relax it:" },
  ],
  words: ["allow", "loosen"],
  caller: "person",
  hub: "lead",
  input: z.strictObject({
    adapter: field("The adapter's name.", adapterName),
    ...personInput,
    ...callerInput,
  }),
  output,
  cli: {
    arguments: ["adapter"],
    own: byOption,
    confirm: (preview) =>
      preview.changes.length === 0 ? undefined : { note: changesText(preview), question: "Relax it?" },
    render: (result, style) => {
      if (result.event === null) return changesText(result);
      const done = `Relaxed ${style.bold(result.adapter)}: nothing that was learned limits it now`;
      return result.note === null ? done : `${done}\n${result.note}`;
    },
  },
  check: (_context, input) => neededUnlessDryRun(input, ["reason"]),
  run: async (context, { adapter, reason = "", dryRun, actor = context.actor, origin = context.origin }) => {
    const capability = adapterKey(adapter);
    if (dryRun) {
      const row = await context.ledger.read((reader) => reader.row(adapters, capability));
      return { ...reviewOf(context, capability, row), event: null };
    }
    return context.ledger.write(async (writer) => {
      const review = reviewOf(context, capability, await writer.row(adapters, capability));
      if (review.changes.length === 0) return { ...review, event: null };
      const data = { capability, changes: review.changes, reason };
      const draft = { type: "policy-relaxed" as const, data, actor, origin };
      const event = await writer.append({ ...draft, run: context.run });
      return { ...review, event: event.id };
    });
  },
});

type Review = Omit<z.output<typeof output>, "event">;

function changesText({ adapter, changes, note }: Immutable<Review>): string {
  const lines = changes.map(({ field: name, from, to }) => `  ${name}: ${from} → ${to}`);
  const title = changes.length === 0 ? [] : [`The policy of ${adapter}:`];
  return [...title, ...lines, ...(note === null ? [] : [note])].join("\n");
}

/**
 * The fields that a review would lift: those in which the learned policy is stricter than the base policy.
 */
function reviewOf({ ledger }: Context, adapter: string, row: AdapterRow | undefined): Review {
  if (row === undefined) throw unknownAdapter(adapter);
  const { policy } = ledger.config;
  const learned = row.learned;
  const base = basePolicy(policy);
  const fields = learned === null ? [] : limitedFields(learned, policy);
  const changes = fields.flatMap((name) =>
    learned === null ? [] : [{ field: name, from: ruleOf(learned)[name], to: base[name] }],
  );
  return { adapter, changes, note: noteOn(adapter, row, changes.length > 0) };
}

function noteOn(adapter: string, { human }: AdapterRow, relaxes: boolean): string | null {
  const nothing = relaxes ? "" : `Nothing that was learned limits ${adapter}: there is nothing to relax.`;
  if (human === null) return nothing === "" ? null : nothing;
  const limits = humanLimitTexts(adapter, human).join("; ");
  const stays = `${limits}. A review does not change that; remove it with: ${removeCommand(adapter, human)}`;
  return nothing === "" ? stays : `${nothing} ${stays}`;
}

function unknownAdapter(adapter: string): WhetstoneError {
  return new WhetstoneError("not_found", `nothing is known of '${adapter}' yet`, {
    field: "adapter",
    next: "record outcomes that name it in adaptersUsed",
    values: { adapter },
  });
}
