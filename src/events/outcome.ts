import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { formerWitness, witnessField } from "./witness.js";

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
  /** The criteria that the work was judged by: how it ended says how well they serve. */
  criteria: names,
  /** What the agents around the run decided about it, and how sure they were. */
  agentDecisions: z.array(agentDecision).check(z.maxLength(100)),
  /** What was done, in words. */
  summary: z.optional(z.string().check(z.maxLength(4_000))),
  /**
   * What ended the run. A stop by one of Whetstone's gates (policy, approval) is no evidence about the work.
   */
  cause: z.enum(["task", "policy", "approval", "infra"]),
  witness: witnessField,
  /** How likely a failure was by what was known before it, from 0 to 1; older outcomes do not say. */
  predictedFailure: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** How many tools were called, where somebody counted. */
  toolCalls: z.optional(count),
});

/** How one run on one task ended: the facts, never the score, which is computed from them. */
export const outcomeRecorded = defineEvent("outcome-recorded", outcome, [
  // Version 1 knew no adapters, no risk and no cause.
  (v1) => ({
    adaptersUsed: [],
    riskLevel: "medium",
    rollbackOccurred: false,
    humanOverride: false,
    skillsUsed: [],
    cause: "task",
    ...v1,
  }),
  // Version 2 knew no criteria and no decisions of agents.
  (v2) => ({ criteria: [], agentDecisions: [], ...v2 }),
  (v3, envelope) => ({ ...v3, ...formerWitness(envelope) }),
  // Version 4 knew no prediction.
  (v4) => v4,
  // Version 5 counted no tool calls.
  (v5) => v5,
]);
