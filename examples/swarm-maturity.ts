/**
 * The swarm's examples: how a pattern grows from candidate to proven, and what a person may decide about it.
 */
import assert from "node:assert/strict";
import {
  calculateDecayedCounts,
  calculateMaturityState,
  createPatternMaturity,
  deprecatePattern,
  getMaturityMultiplier,
  type MaturityFeedback,
  promotePattern,
  resetPattern,
  updatePatternMaturity,
} from "whetstone/engines";

const today = "2024-12-12T00:00:00Z";
const quarterLater = "2025-03-12T00:00:00Z"; // 90 days
const given = (helpful: number, harmful: number, timestamp = today): MaturityFeedback[] => [
  ...Array.from({ length: helpful }, () => ({
    pattern_id: "pattern-123",
    type: "helpful" as const,
    timestamp,
    weight: 1,
  })),
  ...Array.from({ length: harmful }, () => ({
    pattern_id: "pattern-123",
    type: "harmful" as const,
    timestamp,
    weight: 1,
  })),
];

// The four states, by how much feedback there is and how much of it is harmful.
assert.equal(calculateMaturityState(given(2, 0)), "candidate"); // fewer than 3
assert.equal(calculateMaturityState(given(3, 0)), "established");
assert.equal(calculateMaturityState(given(5, 0)), "proven"); // 5 helpful, less than 15 % harmful
assert.equal(calculateMaturityState(given(5, 1)), "established"); // 17 % harmful
assert.equal(calculateMaturityState(given(2, 1)), "deprecated"); // 33 % harmful of 3
assert.equal(calculateMaturityState(given(0, 2)), "candidate"); // too few to judge

// States follow from decayed counts: what is old matters less.
const feedbackEvents = given(5, 1);
const { decayedHelpful, decayedHarmful } = calculateDecayedCounts(feedbackEvents, undefined, quarterLater);
const total = decayedHelpful + decayedHarmful;
const harmfulRatio = decayedHarmful / total;
assert.deepEqual([decayedHelpful, decayedHarmful, total], [2.5, 0.5, 3]);
assert.equal(Number(harmfulRatio.toFixed(3)), 0.167);
assert.equal(calculateMaturityState(given(5, 0), undefined, today), "proven");
assert.equal(calculateMaturityState(given(5, 0), undefined, quarterLater), "candidate"); // 2.5 are left of it

// Promote to proven: external validation confirms effectiveness.
const maturity = updatePatternMaturity(createPatternMaturity("pattern-123", today), given(3, 0));
assert.equal(maturity.state, "established");
assert.equal(promotePattern(maturity).state, "proven");

// Deprecate. A deprecated pattern cannot be promoted, and no evidence brings it back: it must be reset.
const deprecated = deprecatePattern(maturity, "Causes file conflicts in 80% of cases");
assert.deepEqual(
  [deprecated.state, deprecated.reason],
  ["deprecated", "Causes file conflicts in 80% of cases"],
);
assert.throws(() => promotePattern(deprecated), /cannot be promoted/);
assert.equal(updatePatternMaturity(deprecated, given(20, 0)).state, "deprecated");
assert.equal(promotePattern(resetPattern(deprecated, quarterLater)).state, "proven");

// The multipliers in decomposition.
const multipliers = { candidate: 0.5, established: 1.0, proven: 1.5, deprecated: 0 };
const base_score = 0.8;
for (const state of ["candidate", "established", "proven", "deprecated"] as const) {
  const pattern_score = base_score * multipliers[state];
  assert.equal(base_score * getMaturityMultiplier(state), pattern_score);
}
