import type { AgentProfile } from "../../engines/reliability/agent-profile.js";
import type { FailurePattern } from "../../engines/reliability/failure-pattern.js";
import type { AdaptivePolicyOverlay } from "../../engines/reliability/overlay.js";
import type { AdapterReliability } from "../../engines/reliability/reliability.js";
import type { SkillStats } from "../../engines/reliability/skill-stats.js";
import { initialThresholds, type ThresholdPolicy } from "../../engines/reliability/threshold-policy.js";
import type { RunOutcome } from "./run-outcome.js";

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

export function emptyLearningState(): LearningState {
  return {
    outcomes: [],
    patterns: [],
    reliability: [],
    overlays: [],
    agentProfiles: {},
    thresholdPolicy: initialThresholds,
    skillStats: {},
  };
}
