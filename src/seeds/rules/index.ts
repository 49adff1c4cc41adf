export { evidenceIn as readEvidence } from "../../lessons/insight/rules/evidence/evidence-in.js";
export { knownFilesOfDiff } from "../../lessons/insight/rules/evidence/known-files-of-diff.js";
export { parseVerdict } from "../../lessons/insight/rules/verdict/parse-verdict.js";
export type { ParsedVerdict, Verdict } from "../../lessons/insight/rules/verdict/verdict.js";
export {
  extractPatternsFromDescription,
  knownStrategies,
} from "../../lessons/strategy/rules/extract-patterns.js";
export type { MaturityState } from "../../lessons/strategy/rules/maturity.js";
export { classifyError } from "../../runs/errors/classify-error.js";
export { type ErrorEntry, errorStats, formatErrorContext } from "../../runs/errors/error-context.js";
export type { ErrorType } from "../../runs/errors/error-type.js";
export type { CriterionVerdict } from "../../runs/outcomes/criterion.js";
export type { FeedbackType } from "../../runs/outcomes/score.js";
export type { AgentProfile } from "../../runs/reliability/agent-profile.js";
export type { ConstraintSuggestion } from "../../runs/reliability/constraint-suggestions.js";
export type {
  EffectivePolicy,
  HumanPolicy,
  PolicyChange,
  PolicyDiff,
} from "../../runs/reliability/effective-policy.js";
export type { FailurePattern } from "../../runs/reliability/failure-pattern.js";
export type { AdaptivePolicyOverlay } from "../../runs/reliability/overlay.js";
export type { PolicyRule } from "../../runs/reliability/policy-rule.js";
export type { AdapterReliability } from "../../runs/reliability/reliability.js";
export type { SkillStats } from "../../runs/reliability/skill-stats.js";
export type { ThresholdPolicy } from "../../runs/reliability/threshold-policy.js";
export {
  basePolicy,
  buildAdaptivePolicyOverlays,
  effectivePolicy,
  rebuildReliability,
  stricter,
  updatePatterns,
} from "./adapters.js";
export {
  type DecompositionPattern,
  formatAntiPatternsForPrompt,
  invertToAntiPattern,
  recordPatternObservation,
  shouldInvertPattern,
} from "./anti-patterns.js";
export {
  type AntiPatternConfig,
  antiPatternConfig,
  type LearningConfig,
  learningConfig,
  type MaturityConfig,
  maturityConfig,
} from "./configs.js";
export {
  type CriterionWeight,
  calculateCriterionWeight,
  calculateDecayedValue,
  type FeedbackEvent,
  shouldDeprecateCriterion,
} from "./criteria.js";
export {
  blendWithSimilarity,
  extractPatterns,
  formatPatterns,
  incrementIgnore,
  type LearnedPattern,
  type LifecycleState,
  lifecycleState,
  reinforcePattern,
  scorePattern,
} from "./insights.js";
export {
  isScopedTo,
  type KnowledgeEntry,
  missingActionability,
  readAcknowledgements,
  readDirectiveCompliance,
  shouldEscalateDirective,
} from "./knowledge.js";
export { applyLearningCycle, type LearningCycleResult } from "./learning-cycle.js";
export { buildLearningReportJson, type LearningReport } from "./learning-report.js";
export { buildLearningReportMarkdown } from "./learning-report-markdown.js";
export { emptyLearningState, type LearningState } from "./learning-state.js";
export {
  calculateDecayedCounts,
  calculateMaturityState,
  createPatternMaturity,
  deprecatePattern,
  getMaturityMultiplier,
  type MaturityFeedback,
  type PatternMaturity,
  promotePattern,
  resetPattern,
  updatePatternMaturity,
} from "./maturity.js";
export type { RunOutcome, RunOutcomeInput } from "./run-outcome.js";
export {
  type OutcomeSignals,
  type ScoredOutcome,
  scoreImplicitFeedback,
} from "./score-implicit-feedback.js";
