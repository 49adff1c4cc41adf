/** The governance examples: failure patterns, reliability and overlays, each rule by itself. */
import assert from "node:assert/strict";
import {
  type AdapterReliability,
  basePolicy,
  buildAdaptivePolicyOverlays,
  effectivePolicy,
  type FailurePattern,
  rebuildReliability,
  updatePatterns,
} from "whetstone/engines";

const failure = {
  runId: "run-124",
  result: "failure",
  postExecutionScore: 0.2,
  rollbackOccurred: false,
  humanOverride: false,
  riskLevel: "medium",
  adaptersUsed: ["github"],
  failureDetails: { dominantFailureType: "auth" },
  at: "2026-03-01T12:00:00Z",
};

// A new pattern begins at 0.55, and nothing that was passed in changes.
const none: FailurePattern[] = [];
const [first] = updatePatterns(none, { ...failure, success: false, dominantFailureType: "auth" });
assert.deepEqual(first, {
  id: "github::auth",
  adapterId: "github",
  failureType: "auth",
  fixSuggestion: first?.fixSuggestion,
  confidence: 0.55,
  occurrences: 1,
  lastSeenAt: "2026-03-01T12:00:00.000Z",
});
assert.match(first?.fixSuggestion ?? "", /credential|token/i);
assert.equal(none.length, 0);

// 0.05 more for each occurrence, never above 0.95. It follows from the count: nine occurrences are 0.95
// already.
const seen = (times: number) =>
  Array.from({ length: times }).reduce<FailurePattern[]>((patterns) => updatePatterns(patterns, failure), []);
assert.deepEqual(
  [1, 2, 3, 8, 9, 10].map((times) => seen(times)[0]?.confidence),
  [0.55, 0.6, 0.65, 0.9, 0.95, 0.95],
);
assert.equal(updatePatterns(seen(9), failure)[0]?.occurrences, 10);
assert.deepEqual(updatePatterns(seen(3), { ...failure, result: "success" }), seen(3)); // only failures are patterns

// 80 % success, 1.5 retries, quality 0.8: 0.8 · 0.6 + 0.5 · 0.2 + 0.8 · 0.2 = 0.74. (0.616 puts 0.48 in for
// 0.8.)
const runs = Array.from({ length: 10 }, (_, n) => ({
  success: n < 8,
  adapterId: "github",
  retryCount: 1 + (n % 2),
  qualityScore: 0.8,
}));
assert.equal(rebuildReliability(runs)[0]?.reliabilityScore, 0.74);

// Two successes of three, 2 retries and quality 0.633 on average: 0.4 + 0.0667 + 0.1267.
const outcomes = [
  { success: true, retryCount: 1, qualityScore: 0.8, adapterId: "npm" },
  { success: true, retryCount: 2, qualityScore: 0.9, adapterId: "npm" },
  { success: false, retryCount: 3, qualityScore: 0.2, adapterId: "npm" },
];
assert.equal(rebuildReliability(outcomes)[0]?.reliabilityScore, 0.593);

// The overlay of a score: risk, retries, approval.
const scored = (reliabilityScore: number): AdapterReliability => ({
  adapterId: "github",
  reliabilityScore,
  successRate: reliabilityScore,
  avgRetries: 0,
  qualityScore: reliabilityScore,
  runs: 10,
  updatedAt: "2026-03-01T12:00:00.000Z",
});
const overlayOf = (score: number, patterns: FailurePattern[] = []) => {
  const [overlay] = buildAdaptivePolicyOverlays([scored(score)], patterns);
  return [overlay?.riskMultiplier, overlay?.suggestedMaxRetries, overlay?.requireApproval];
};
assert.deepEqual(overlayOf(0.69), [1.4, 1, true]);
assert.deepEqual(overlayOf(0.7), [1.0, 1, true]);
assert.deepEqual(overlayOf(0.75), [1.0, 2, false]);
assert.deepEqual(overlayOf(0.91), [0.9, 2, false]);
assert.deepEqual(overlayOf(0.91, seen(2)), [0.9, 2, false]);
assert.deepEqual(overlayOf(0.91, seen(3)), [0.9, 2, true]); // three failures of a kind demand approval
assert.deepEqual(overlayOf(Number.NaN), [1.4, 1, true]); // what is not known is not trusted

// Base policy: 2 retries. Learned: GitHub is unreliable. In force: 1 retry and an approval.
const [learned] = buildAdaptivePolicyOverlays([scored(0.68)], seen(3));
const inForce = effectivePolicy(basePolicy(), learned);
assert.deepEqual([basePolicy().maxRetries, inForce.maxRetries.value, inForce.maxAttempts], [2, 1, 2]);
assert.deepEqual([inForce.requireApproval.value, inForce.requireApproval.setBy], [true, "learned"]);
