import { type Config, defaults } from "../../config/settings.js";
import { countsAsEvidence } from "./attribution.js";
import type { RunOutcome } from "./run-outcome.js";
import { withoutNoise } from "./without-noise.js";

/** How sure a decision must be before a run of this risk goes on. */
export interface ThresholdPolicy {
  readonly low: number;
  readonly medium: number;
  readonly high: number;
}

type ThresholdSettings = Config["thresholds"];

export function initialThresholds(settings: ThresholdSettings = defaults.thresholds): ThresholdPolicy {
  return { low: settings.lowRisk, medium: settings.mediumRisk, high: settings.highRisk };
}

/** The thresholds after one more outcome; only that of the outcome's own risk moves, by one shift at most. */
export function updateThresholds(
  policy: ThresholdPolicy,
  outcome: RunOutcome,
  settings: ThresholdSettings = defaults.thresholds,
): ThresholdPolicy {
  if (!countsAsEvidence(outcome)) return policy;
  const level = outcome.riskLevel;
  const moved = startOf(policy[level], settings) + settings.shift * direction(outcome);
  const value = withoutNoise(Math.min(settings.ceiling, Math.max(settings.floor, moved)));
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
function direction({ result, riskLevel, rollbackOccurred, humanOverride }: RunOutcome): number {
  if (result === "failure" || rollbackOccurred) return 1;
  return result === "success" && !humanOverride && riskLevel !== "high" ? -1 : 0;
}

/** A threshold that is no number asks for the most. */
function startOf(value: number, { ceiling }: ThresholdSettings): number {
  return Number.isFinite(value) ? value : ceiling;
}
