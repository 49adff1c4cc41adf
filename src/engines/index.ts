export { classifyError } from "./errors/classify-error.js";
export { type ErrorEntry, formatErrorContext } from "./errors/error-context.js";
export { errorStats } from "./errors/error-stats.js";
export type { ErrorType } from "./errors/error-type.js";
export { type CriterionWeight, calculateCriterionWeight, type FeedbackEvent } from "./outcomes/criterion.js";
export { type CriterionVerdict, shouldDeprecateCriterion } from "./outcomes/criterion-rule.js";
export { calculateDecayedValue } from "./outcomes/decay.js";
export { type LearningConfig, learningConfig } from "./outcomes/learning-config.js";
export {
  type FeedbackType,
  type OutcomeSignals,
  type ScoredOutcome,
  scoreImplicitFeedback,
} from "./outcomes/score-implicit-feedback.js";
export type { AgentProfile } from "./reliability/agent-profile.js";
export type { ConstraintSuggestion } from "./reliability/constraint-suggestions.js";
export { type EffectivePolicy, effectivePolicy, type HumanPolicy } from "./reliability/effective-policy.js";
export { type FailurePattern, updatePatterns } from "./reliability/failure-pattern.js";
export { applyLearningCycle, type LearningCycleResult } from "./reliability/learning-cycle.js";
export { buildLearningReportJson, type LearningReport } from "./reliability/learning-report.js";
export { buildLearningReportMarkdown } from "./reliability/learning-report-markdown.js";
export { emptyLearningState, type LearningState } from "./reliability/learning-state.js";
export { type AdaptivePolicyOverlay, buildAdaptivePolicyOverlays } from "./reliability/overlay.js";
export type { PolicyChange, PolicyDiff } from "./reliability/policy-diff.js";
export { basePolicy, type PolicyRule, stricter } from "./reliability/policy-rule.js";
export { rebuildReliability } from "./reliability/reliability.js";
export type { AdapterReliability } from "./reliability/reliability-tally.js";
export type { RunOutcome, RunOutcomeInput } from "./reliability/run-outcome.js";
export type { SkillStats } from "./reliability/skill-stats.js";
export type { ThresholdPolicy } from "./reliability/threshold-policy.js";
export {
  type DecompositionPattern,
  formatAntiPatternsForPrompt,
  invertToAntiPattern,
  shouldInvertPattern,
} from "./strategies/anti-pattern.js";
export { type AntiPatternConfig, antiPatternConfig } from "./strategies/anti-pattern-config.js";
export { extractPatternsFromDescription, knownStrategies } from "./strategies/extract-patterns.js";
export {
  calculateDecayedCounts,
  calculateMaturityState,
  type MaturityFeedback,
} from "./strategies/maturity.js";
export { type MaturityConfig, maturityConfig } from "./strategies/maturity-config.js";
export { getMaturityMultiplier, type MaturityState } from "./strategies/maturity-rule.js";
export {
  createPatternMaturity,
  deprecatePattern,
  type PatternMaturity,
  promotePattern,
  resetPattern,
  updatePatternMaturity,
} from "./strategies/pattern-maturity.js";
export { recordPatternObservation } from "./strategies/record-pattern-observation.js";
