import * as z from "zod/mini";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { field } from "../../verbs/call/field.js";
import type { Immutable } from "../../verbs/call/immutable.js";
import { adapters } from "../fold/adapters.js";
import { effectivePolicy } from "../reliability/effective-policy.js";
import { isStale, ruleOf } from "../reliability/overlay.js";
import { basePolicy } from "../reliability/policy-rule.js";
import { reliabilityOf } from "../reliability/reliability.js";
import { predictFailure } from "./predict.js";

/** Any text, such as mcp/github. */
export const adapterName = z.string().check(z.minLength(1), z.maxLength(200));

export const policyInput = {
  adapter: field("The adapter's name: a tool or service, such as github.", adapterName),
};

const rule = { riskMultiplier: z.number(), maxRetries: z.int(), requireApproval: z.boolean() };

function ruled<Value extends z.ZodMiniType>(value: Value) {
  return z.strictObject({ value, setBy: z.enum(["base", "learned", "human"]), why: z.string() });
}

function limitOutput<Value extends z.ZodMiniType>(value: Value) {
  return z.optional(z.strictObject({ value, by: z.string(), reason: z.string() }));
}

export const policyOutput = z.strictObject({
  adapter: field("The adapter's name.", z.string()),
  base: field("The policy before anything is learned.", z.strictObject(rule)),
  learned: field(
    "The learned policy; null while there is too little evidence since the last review.",
    z.nullable(z.strictObject({ ...rule, reason: z.string(), stale: z.boolean() })),
  ),
  human: field(
    "The limits that people set, each with who and why; null where there are none.",
    z.nullable(
      z.strictObject({
        riskMultiplier: limitOutput(z.number()),
        maxRetries: limitOutput(z.int()),
        requireApproval: limitOutput(z.boolean()),
      }),
    ),
  ),
  effective: field(
    "What is in force: the strictest of them, field by field, with who set it and why.",
    z.strictObject({
      riskMultiplier: ruled(z.number()),
      maxRetries: ruled(z.int()),
      requireApproval: ruled(z.boolean()),
      maxAttempts: field("One more than the retries.", z.int()),
    }),
  ),
  reliability: field(
    "The adapter's reliability since the last review, from 0 to 1; null before its first run.",
    z.nullable(z.number()),
  ),
  predictedFailure: field(
    "The probability that its next run fails, by everything that is known of earlier runs, with its 95 % " +
      "range.",
    z.strictObject({ failure: z.number(), low: z.number(), high: z.number() }),
  ),
  runs: field("The number of runs that used the adapter since the last review.", z.int()),
  review: field(
    "The last review, from which everything is counted; null when there was none.",
    z.nullable(z.strictObject({ by: z.string(), reason: z.string(), at: z.string() })),
  ),
  relaxationSuggested: field("True when the adapter has done well long enough for a review.", z.boolean()),
});

export type PolicyResult = Immutable<z.output<typeof policyOutput>>;

/** The policy of an adapter: base, learned, human and in force, field by field. */
export async function policyOf(
  { ledger: { config }, clock, actor }: Context,
  reader: LedgerReader,
  adapter: string,
): Promise<PolicyResult> {
  const row = await reader.row(adapters, adapter);
  const { learned, human, tally, review } = row ?? nothingKnown;
  const base = basePolicy(config.policy);
  return {
    adapter,
    base,
    learned: learned && {
      ...ruleOf(learned),
      reason: learned.reason,
      stale: isStale(learned, clock(), config.policy),
    },
    human,
    effective: effectivePolicy(base, learned ?? undefined, human ?? undefined, config.policy),
    reliability:
      tally === undefined || tally.runs === 0
        ? null
        : reliabilityOf(tally, config.reliability).reliabilityScore,
    predictedFailure: await predictFailure(reader, { capability: actor, family: adapter }),
    runs: tally?.runs ?? 0,
    review,
    relaxationSuggested: row?.relaxationSuggested ?? false,
  };
}

const nothingKnown = { learned: null, human: null, tally: undefined, review: null };
