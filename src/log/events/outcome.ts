import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { witnessField } from "./witness.js";

const count = z.int().check(z.nonnegative());
const name = z.string().check(z.minLength(1), z.maxLength(200));
const names = z.array(name).check(z.maxLength(100));

const agentDecision = z.strictObject({
  agent: name,
  decision: z.enum(["approve", "reject", "abstain"]),
  confidence: z.number().check(z.gte(0), z.lte(1)),
});

const outcome = z.strictObject({
  /** Partial is not success. */
  result: z.enum(["success", "partial", "failure"]),
  durationMs: z.number().check(z.nonnegative()),
  errorCount: count,
  retryCount: count,
  /** How good the work was, if it was measured. */
  quality: z.optional(z.number().check(z.gte(0), z.lte(1))),
  filesTouched: z.array(z.string().check(z.minLength(1), z.maxLength(1_000))).check(z.maxLength(2_000)),
  /** How the work was split, in the caller's words. */
  strategy: z.optional(z.string().check(z.minLength(1), z.maxLength(280))),
  adaptersUsed: names,
  failedAdapter: z.optional(name),
  failureType: z.optional(name),
  failureDetails: z.optional(z.string().check(z.maxLength(4_000))),
  riskLevel: z.enum(["low", "medium", "high"]),
  rollbackOccurred: z.boolean(),
  humanOverride: z.boolean(),
  skillsUsed: names,
  /** The criteria by which the work was judged. The result is feedback on them. */
  criteria: names,
  /** The votes of other agents on the run, with their confidence. */
  agentDecisions: z.array(agentDecision).check(z.maxLength(100)),
  /** What was done, in words. */
  summary: z.optional(z.string().check(z.maxLength(4_000))),
  /** What ended the run. A stop by policy or approval says nothing about the work. */
  cause: z.enum(["task", "policy", "approval", "infra"]),
  witness: witnessField,
  /** The predicted probability of failure before the run, from 0 to 1, if there was one. */
  predictedFailure: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** The number of tool calls, if it was counted. */
  toolCalls: z.optional(count),
});

/** How one run on one task ended: the facts, never the score, which is computed from them. */
export const outcomeRecorded = defineEvent("outcome-recorded", () => outcome, {
  decidedBy: "nobody",
  trail: () => "outcomes",
  moment: ({ data: { result } }) => ({ kind: "ended", text: result }),
});
