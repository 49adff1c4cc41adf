import { type Config, defaults } from "../../config/settings.js";
import type { AgentProfile } from "./agent-profile.js";
import type { FailurePattern } from "./failure-pattern.js";
import type { AdaptivePolicyOverlay } from "./overlay.js";
import type { AdapterReliability } from "./reliability-tally.js";
import type { RunOutcome } from "./run-outcome.js";
import type { SkillStats } from "./skill-stats.js";
import { initialThresholds, type ThresholdPolicy } from "./threshold-policy.js";

/**
 * Everything learned from run outcomes. The arrays are the caller's to sort; no rule changes one that it was
 * given.
 */
export interface LearningState {
  /** All outcomes, in the order in which they were recorded. */
  outcomes: RunOutcome[];
  patterns: FailurePattern[];
  reliability: AdapterReliability[];
  /** Each the strictest since its last review. */
  overlays: AdaptivePolicyOverlay[];
  agentProfiles: Record<string, AgentProfile>;
  thresholdPolicy: ThresholdPolicy;
  skillStats: Record<string, SkillStats>;
}

export function emptyLearningState(settings: Pick<Config, "thresholds"> = defaults): LearningState {
  return {
    outcomes: [],
    patterns: [],
    reliability: [],
    overlays: [],
    agentProfiles: {},
    thresholdPolicy: initialThresholds(settings.thresholds),
    skillStats: {},
  };
}
