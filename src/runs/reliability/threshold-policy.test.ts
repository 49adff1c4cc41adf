import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toRunOutcome } from "../../seeds/rules/run-outcome.js";
import { frozen, histories, stoppedByUs } from "./random-outcomes.contract.js";
import { initialThresholds, updateThresholds } from "./threshold-policy.js";

const first = initialThresholds;

describe("thresholds", () => {
  it("thresholds start at 0.55, 0.65 and 0.75", () => {
    expect(first).toEqual({ low: 0.55, medium: 0.65, high: 0.75 });
  });

  it.each([
    ["failure, low", { result: "failure", riskLevel: "low" }, { low: 0.6 }],
    ["failure, high", { result: "failure", riskLevel: "high" }, { high: 0.8 }],
    ["success, low", { result: "success", riskLevel: "low" }, { low: 0.5 }],
    ["success, medium", { result: "success", riskLevel: "medium" }, { medium: 0.6 }],
    ["success never lowers high", { result: "success", riskLevel: "high" }, {}],
    ["rolled back", { result: "success", riskLevel: "low", rollbackOccurred: true }, { low: 0.6 }],
    ["overridden", { result: "success", riskLevel: "low", humanOverride: true }, {}],
    ["partial", { result: "partial", riskLevel: "low" }, {}],
    ["trap 14: a block by a gate", { result: "failure", riskLevel: "low", cause: "approval" }, {}],
  ])("the thresholds move right after this outcome: %s", (_what, input, moved) => {
    expect(updateThresholds(first, toRunOutcome(input))).toEqual({ ...first, ...moved });
  });

  it("one threshold moves at a time, by one shift at most, within 0.40 and 0.90; high never falls", () => {
    fc.assert(
      fc.property(histories, (history) => {
        let policy = first;
        for (const outcome of history) {
          const next = updateThresholds(frozen(policy), frozen(outcome));
          for (const level of ["low", "medium", "high"] as const) {
            const bound = level === outcome.riskLevel ? 0.05 + 1e-9 : 0;
            expect(Math.abs(next[level] - policy[level])).toBeLessThanOrEqual(bound);
            expect(next[level]).toBeGreaterThanOrEqual(0.4);
            expect(next[level]).toBeLessThanOrEqual(0.9);
          }
          expect(next.high).toBeGreaterThanOrEqual(policy.high);
          policy = next;
        }
      }),
    );
  });

  it("trap 8: a stored threshold that is not a number asks for the most", () => {
    const success = toRunOutcome({ success: true, riskLevel: "high" });
    expect(updateThresholds({ ...first, high: Number.NaN }, success).high).toBe(0.9);
  });

  it("trap 14: thresholds stay where they were when a gate stopped the run", () => {
    fc.assert(
      fc.property(stoppedByUs, (outcome) => void expect(updateThresholds(first, outcome)).toEqual(first)),
    );
  });
});
