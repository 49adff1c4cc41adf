import * as z from "zod/mini";
import type { Context } from "../app/context.js";
import { field } from "../app/field.js";
import type { Immutable } from "../app/immutable.js";
import { adapterName } from "../app/policy.js";
import { adapterKey } from "../engines/reliability/attribution.js";
import { ruleOf } from "../engines/reliability/overlay.js";
import { policyFields } from "../engines/reliability/policy-rule.js";
import { WhetstoneError } from "../errors.js";
import { textId } from "../events/envelope.js";
import { type AdapterRow, adapters, reviewedOverlay } from "../projections/adapters.js";
import { defineVerb } from "./frame/define-verb.js";
import { neededUnlessDryRun, personInput } from "./parts/person-input.js";

const change = z.strictObject({
  field: z.enum(policyFields),
  from: z.union([z.number(), z.boolean()]),
  to: z.union([z.number(), z.boolean()]),
});

const output = z.strictObject({
  adapter: field("The adapter's name.", z.string()),
  changes: field("What the review changes in the learned policy.", z.array(change)),
  event: field("The id of the event that records the change; null for a dry run.", z.nullable(z.string())),
});

export const verb = defineVerb({
  name: "relax",
  group: "Policy",
  summary: "Review the learned policy of an adapter and relax it",
  description: `Resets the learned policy of an adapter to what the rule gives now. Learning only makes a \
policy stricter; only a person relaxes it, with a name and a reason, and the log keeps both. It shows what \
will change and asks first.`,
  examples: [
    { run: "whetstone relax github --dry-run", about: "What a review would change:" },
    { run: 'whetstone relax github --by maintainer --reason "the token was renewed"', about: "Relax it:" },
  ],
  caller: "person",
  input: z.strictObject({
    adapter: field("The adapter's name.", adapterName),
    by: field("The name of the person who decides. Required unless it is a dry run.", z.optional(textId)),
    ...personInput,
  }),
  output,
  cli: {
    arguments: ["adapter"],
    options: { by: { value: "NAME" } },
    confirm: (preview) => ({ note: changesText(preview), question: "Relax it?" }),
    render: (result, style) => {
      if (result.event === null) return changesText(result);
      const done = result.changes.length === 0 ? "Reviewed" : "Relaxed";
      const now = result.changes.length === 0 ? "" : " now";
      return `${done} ${style.bold(result.adapter)}: its policy is what the rule says${now}`;
    },
  },
  check: (_context, input) => neededUnlessDryRun(input, ["by", "reason"]),
  run: async (context, { adapter, by = "", reason = "", dryRun }) => {
    const capability = adapterKey(adapter);
    if (dryRun) {
      const row = await context.ledger.read((reader) => reader.row(adapters, capability));
      return { adapter: capability, changes: changesOf(context, capability, row), event: null };
    }
    return context.ledger.write(async (writer) => {
      const changes = changesOf(context, capability, await writer.row(adapters, capability));
      const draft = { type: "policy-relaxed" as const, data: { capability, changes, reason } };
      const event = await writer.append({ ...draft, actor: by, origin: context.origin, run: context.run });
      return { adapter: capability, changes, event: event.id };
    });
  },
});

function changesText({ adapter, changes }: Immutable<z.output<typeof output>>): string {
  if (changes.length === 0) return `Nothing of the policy of ${adapter} would change.`;
  const lines = changes.map(({ field: name, from, to }) => `  ${name}: ${from} → ${to}`);
  return `The policy of ${adapter}:\n${lines.join("\n")}`;
}

function changesOf(
  { ledger }: Context,
  adapter: string,
  row: AdapterRow | undefined,
): z.output<typeof change>[] {
  if (row?.learned == null) throw nothingLearned(adapter);
  const [learned, current] = [ruleOf(row.learned), ruleOf(reviewedOverlay(row, ledger.config))];
  return policyFields
    .filter((name) => learned[name] !== current[name])
    .map((name) => ({ field: name, from: learned[name], to: current[name] }));
}

function nothingLearned(adapter: string): WhetstoneError {
  return new WhetstoneError("not_found", `nothing was learned of '${adapter}' yet`, {
    field: "adapter",
    next: "record outcomes that name it in adaptersUsed",
    values: { adapter },
  });
}
