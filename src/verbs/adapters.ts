import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { adapters } from "../runs/fold/adapters.js";
import { type PolicyResult, policyOf, policyOutput } from "../runs/policy/policy.js";
import { unattributed } from "../runs/reliability/attribution.js";
import { policyFields } from "../runs/reliability/policy-rule.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";

const mostListed = 1_000;
const usuallyListed = 100;

const output = z.strictObject({
  adapters: field("Those with limits first, then those with the most runs.", z.array(policyOutput)),
  total: field("How many there are, listed or not.", z.int()),
});

export const verb = defineVerb({
  name: "adapters",
  group: "Policy",
  summary: "List the tools and services that runs used, with their policy in force",
  description: `Lists the adapters, the tools and services that outcomes name, with the policy in force and \
who set it: the base policy, what was learned, or a person. 'whetstone policy <adapter>' shows one of them \
field by field, with the reasons.`,
  examples: [{ run: "whetstone adapters", about: "Which tools work under limits:" }],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({
    limit: field(
      "List at most this many.",
      z._default(z.int().check(z.positive(), z.lte(mostListed)), usuallyListed),
    ),
  }),
  output,
  cli: { render },
  run: (context, { limit }) =>
    context.ledger.read(async (reader) => {
      const all: PolicyResult[] = [];
      for (const { adapter } of await reader.rows(adapters))
        if (adapter !== unattributed) all.push(await policyOf(context, reader, adapter));
      const sorted = all.toSorted(
        (one, other) => limitCount(other) - limitCount(one) || other.runs - one.runs,
      );
      return { adapters: sorted.slice(0, limit), total: sorted.length };
    }),
});

function limitCount({ effective }: PolicyResult): number {
  return policyFields.filter((name) => effective[name].setBy !== "base").length;
}

async function render({ adapters: all, total }: Immutable<z.output<typeof output>>, style: Style) {
  if (total === 0) return "No outcome has named an adapter yet: see 'whetstone record --help'.";
  const { table } = await import("../base/terminal/table.js");
  const head = ["ADAPTER", "RUNS", "RELIABILITY", "FAILS NEXT", "APPROVAL", "RETRIES", "RISK", "SET BY"];
  const rows = all.map((each) => {
    const { requireApproval, maxRetries, riskMultiplier } = each.effective;
    const setters = [...new Set(policyFields.map((name) => each.effective[name].setBy))];
    return [
      style.bold(each.adapter),
      String(each.runs),
      each.reliability === null ? "" : each.reliability.toFixed(2),
      each.predictedFailure.failure.toFixed(2),
      requireApproval.value ? style.red("needed") : "no",
      String(maxRetries.value),
      String(riskMultiplier.value),
      setters.filter((setter) => setter !== "base").join(", ") || "base",
    ];
  });
  const rest = total - all.length;
  const listed = table([head.map(style.dim), ...rows], { right: [1, 2, 3, 5, 6] });
  return rest > 0 ? `${listed}\n${style.dim(`and ${rest} more: see --limit`)}` : listed;
}
