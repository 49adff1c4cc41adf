/** The swarm's examples: the thresholds, and how a project adjusts them. */
import assert from "node:assert/strict";
import { openWhetstone } from "whetstone";
import {
  antiPatternConfig,
  calculateMaturityState,
  invertToAntiPattern,
  learningConfig,
  maturityConfig,
  scoreImplicitFeedback,
  shouldDeprecateCriterion,
  shouldInvertPattern,
} from "whetstone/engines";

assert.deepEqual(learningConfig, {
  halfLifeDays: 90, // Decay speed
  minFeedbackForAdjustment: 3, // Min observations for weight adjustment
  maxHarmfulRatio: 0.3, // Max harmful % before deprecating criterion
  fastCompletionThresholdMs: 300000, // 5 min = fast
  slowCompletionThresholdMs: 1800000, // 30 min = slow
  maxErrorsForHelpful: 2, // Max errors before marking harmful
});
assert.deepEqual(antiPatternConfig, {
  minObservations: 3, // Min before inversion
  failureRatioThreshold: 0.6, // 60% failure triggers inversion
  antiPatternPrefix: "AVOID: ",
});
assert.deepEqual(maturityConfig, {
  minFeedback: 3, // Min for leaving candidate state
  minHelpful: 5, // Decayed helpful threshold for proven
  maxHarmful: 0.15, // Max 15% harmful for proven
  deprecationThreshold: 0.3, // 30% harmful triggers deprecation
  halfLifeDays: 90,
});

// Each function takes a tuned config.
const slowProject = { ...learningConfig, fastCompletionThresholdMs: 600_000, maxHarmfulRatio: 0.5 };
const signals = {
  bead_id: "bd-123.1",
  duration_ms: 480_000,
  error_count: 0,
  retry_count: 0,
  success: true,
  timestamp: "2024-12-12T00:00:00Z",
};
assert.equal(scoreImplicitFeedback(signals).parts.duration, 0.6);
assert.equal(scoreImplicitFeedback(signals, slowProject).parts.duration, 1);
assert.equal(shouldDeprecateCriterion({ helpful_count: 3, harmful_count: 2 }), true);
assert.equal(shouldDeprecateCriterion({ helpful_count: 3, harmful_count: 2 }, slowProject), false);

const patient = { ...antiPatternConfig, minObservations: 5, antiPatternPrefix: "DO NOT: " };
const counts = { success_count: 0, failure_count: 3 };
assert.deepEqual([shouldInvertPattern(counts), shouldInvertPattern(counts, patient)], [true, false]);
const pattern = {
  id: "p",
  content: "Split by layer",
  kind: "pattern",
  is_negative: false,
  ...counts,
} as const;
assert.match(invertToAntiPattern(pattern, undefined, patient).content, /^DO NOT: Split by layer\./);

const feedback = [1, 2].map(
  () => ({ pattern_id: "p", type: "helpful", timestamp: signals.timestamp, weight: 1 }) as const,
);
assert.equal(calculateMaturityState(feedback), "candidate");
assert.equal(calculateMaturityState(feedback, { ...maturityConfig, minFeedback: 2 }), "established");

// For a whole project the same numbers are settings: in whetstone.json, in the environment, or here.
const ws = await openWhetstone({ set: ["outcomes.fastBelowMs=600000", "antiPatterns.minObservations=5"] });
const { score } = await ws.record({ result: "success", durationMs: 480_000, errorCount: 0, retryCount: 0 });
assert.equal(score.value, 1);
await ws.close();
