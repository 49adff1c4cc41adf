import type { AgentProfile } from "../../runs/reliability/agent-profile.js";
import type { FailurePattern } from "../../runs/reliability/failure-pattern.js";
import type { AdaptivePolicyOverlay } from "../../runs/reliability/overlay.js";
import type { AdapterReliability } from "../../runs/reliability/reliability.js";
import type { SkillStats } from "../../runs/reliability/skill-stats.js";
import { initialThresholds, type ThresholdPolicy } from "../../runs/reliability/threshold-policy.js";
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
