import * as fc from "fast-check";
import { isoTime } from "../../log/events/time.js";
import { type RunOutcome, toRunOutcome } from "../../seeds/rules/run-outcome.js";

export const day = 86_400_000;
export const start = 1_767_225_600_000;
export const times = fc.integer({ min: 0, max: 400 * day }).map((ms) => isoTime(start + ms));

const adapters = fc.constantFrom("github", "npm", "shell");
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const decisions = fc.record({
  agent: fc.constantFrom("ada", "bo", "__proto__", "constructor"),
  decision: fc.constantFrom("approve", "reject", "abstain"),
  confidence: unit,
});

/** Any outcome that the log could hold, at any time and in any order. */
export const outcomes: fc.Arbitrary<RunOutcome> = fc
  .record(
    {
      runId: fc.uuid(),
      result: fc.constantFrom("success", "partial", "failure"),
      cause: fc.constantFrom("task", "task", "policy", "approval", "infra"),
      riskLevel: fc.constantFrom("low", "medium", "high"),
      rollbackOccurred: fc.boolean(),
      humanOverride: fc.boolean(),
      retryCount: fc.nat(6),
      quality: unit,
      adaptersUsed: fc.array(adapters, { maxLength: 3 }),
      failedAdapter: adapters,
      failureType: fc.constantFrom("auth", "timeout"),
      skillsUsed: fc.array(fc.constantFrom("tdd", "__proto__"), { maxLength: 2 }),
      agentDecisions: fc.array(decisions, { maxLength: 3 }),
      at: times,
    },
    { requiredKeys: ["result", "cause", "adaptersUsed", "at"] },
  )
  .map((input) => toRunOutcome(input));

export const histories = fc.array(outcomes, { maxLength: 40 });

/** Outcomes of runs that a gate stopped, whatever their other fields. */
export const stoppedByUs = fc
  .tuple(outcomes, fc.constantFrom("policy" as const, "approval" as const))
  .map(([outcome, cause]): RunOutcome => ({ ...outcome, cause }));

/** Freezes a value all the way down, so that a rule that changes what it was given throws. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) frozen(part);
    Object.freeze(value);
  }
  return value;
}
