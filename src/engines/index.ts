export {
  type FeedbackType,
  type OutcomeSignals,
  type ScoredOutcome,
  scoreImplicitFeedback,
} from "./outcomes/score-implicit-feedback.js";
export {
  type DecompositionPattern,
  formatAntiPatternsForPrompt,
  invertToAntiPattern,
  shouldInvertPattern,
} from "./strategies/anti-pattern.js";
