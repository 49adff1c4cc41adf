import type { Outcome } from "../outcomes/outcome.js";
import { withoutNoise } from "../outcomes/rounding.js";
import { countsAsEvidence } from "./attribution.js";

/** How sure a decision must be before a run of this risk goes on. */
export interface ThresholdPolicy {
  readonly low: number;
  readonly medium: number;
  readonly high: number;
}

/** The governance names `thresholdPolicy` and gives no numbers. The start leaves room on both sides. */
export const initialThresholds: ThresholdPolicy = Object.freeze({ low: 0.55, medium: 0.65, high: 0.75 });
/** By how much one outcome moves a threshold, and within which limits. */
export const thresholdRange = Object.freeze({ shift: 0.05, floor: 0.4, ceiling: 0.9 });
const { shift, floor, ceiling } = thresholdRange;

/** The thresholds after one more outcome; only that of the outcome's own risk moves, by one shift at most. */
export function updateThresholds(policy: ThresholdPolicy, outcome: Outcome): ThresholdPolicy {
  if (!countsAsEvidence(outcome)) return policy;
  const level = outcome.riskLevel;
  const moved = startOf(policy[level]) + shift * direction(outcome);
  const value = withoutNoise(Math.min(ceiling, Math.max(floor, moved)));
  const { low, medium, high } = policy;
  return {
    low: level === "low" ? value : low,
    medium: level === "medium" ? value : medium,
    high: level === "high" ? value : high,
  };
}

/**
 * A failure or a rollback raises. A clean success lowers, but never where the risk is high: one costly
 * failure there outweighs any number of runs that went well. The rest (partial, overridden) says too little
 * to move it.
 */
function direction({ result, riskLevel, rollbackOccurred, humanOverride }: Outcome): number {
  if (result === "failure" || rollbackOccurred) return 1;
  return result === "success" && !humanOverride && riskLevel !== "high" ? -1 : 0;
}

/** A threshold that is not a number asks for the most. */
function startOf(value: number): number {
  return Number.isFinite(value) ? value : ceiling;
}
