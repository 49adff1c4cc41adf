/** The swarm's examples: how an outcome becomes a score, how feedback fades, and what a criterion weighs. */
import assert from "node:assert/strict";
import { openWhetstone } from "whetstone";
import {
  calculateCriterionWeight,
  calculateDecayedValue,
  type FeedbackEvent,
  scoreImplicitFeedback,
  shouldDeprecateCriterion,
} from "whetstone/engines";

const minute = 60_000;
const signals = (durationMs: number, errors: number, retries: number, success: boolean) => ({
  bead_id: "bd-123.1",
  duration_ms: durationMs,
  error_count: errors,
  retry_count: retries,
  success,
  timestamp: "2024-12-12T00:00:00Z",
});

// Each signal by itself: fast, medium or slow; 0, 1–2 or 3+ errors; 0, 1 or 2+ retries; success or failure.
const partsOf = (...of: Parameters<typeof signals>) => scoreImplicitFeedback(signals(...of)).parts;
assert.deepEqual(
  [4, 5, 30, 31].map((minutes) => partsOf(minutes * minute, 0, 0, true).duration),
  [1.0, 0.6, 0.6, 0.2],
);
assert.deepEqual(
  [0, 1, 2, 3].map((errors) => partsOf(minute, errors, 0, true).errors),
  [1.0, 0.6, 0.6, 0.2],
);
assert.deepEqual(
  [0, 1, 2].map((retries) => partsOf(minute, 0, retries, true).retries),
  [1.0, 0.7, 0.3],
);
assert.deepEqual([partsOf(minute, 0, 0, true).success, partsOf(minute, 0, 0, false).success], [1.0, 0.0]);

// The weighted score and its three judgements.
const scored = scoreImplicitFeedback(signals(10 * minute, 1, 1, true));
const { success, duration, errors, retries } = scored.parts;
const rawScore = success * 0.4 + duration * 0.2 + errors * 0.2 + retries * 0.2;
assert.ok(Math.abs(scored.raw_value - rawScore) < 1e-12);
assert.equal(scored.type, "helpful"); // 0.78 >= 0.7
assert.equal(scoreImplicitFeedback(signals(minute, 0, 0, false)).type, "neutral"); // 0.4 < 0.6 < 0.7
assert.equal(scoreImplicitFeedback(signals(40 * minute, 3, 1, false)).type, "harmful"); // 0.22 <= 0.4

// Recording an outcome.
const ws = await openWhetstone();
const recorded = await ws.record({
  taskId: "bd-123.1",
  durationMs: 180_000, // 3 minutes
  errorCount: 0,
  retryCount: 0,
  result: "success",
  filesTouched: ["src/auth.ts"],
  strategy: "file-based",
});
assert.deepEqual([recorded.score.value, recorded.score.feedback], [1, "helpful"]);
await ws.close();

// Decay: half after 90 days, a quarter after 180, an eighth after 270.
const days = (count: number) => Date.parse("2024-12-12T00:00:00Z") + count * 24 * 60 * minute;
assert.deepEqual(
  [0, 90, 180, 270].map((age) => calculateDecayedValue(1, days(0), days(age))),
  [1, 0.5, 0.25, 0.125],
);

// The weight of a criterion: the helpful share of the decayed values.
const feedback = (id: number, type: "helpful" | "harmful", raw_value: number): FeedbackEvent => ({
  id: `fb-${id}`,
  criterion: "type_safe",
  type,
  timestamp: "2024-12-12T00:00:00Z",
  raw_value,
});
const events = [
  ...Array.from({ length: 12 }, (_, n) => feedback(n, "helpful", 0.85)),
  ...Array.from({ length: 3 }, (_, n) => feedback(12 + n, "harmful", 0.6)),
];
const decayed = (type: string) =>
  events
    .filter((event) => event.type === type)
    .reduce((sum, event) => sum + calculateDecayedValue(event.raw_value, event.timestamp, days(90)), 0);
const weight = Math.max(0.1, decayed("helpful") / (decayed("helpful") + decayed("harmful")));
assert.ok(Math.abs(calculateCriterionWeight(events).weight - weight) < 1e-12);

const typeSafe = calculateCriterionWeight(events);
assert.equal(Number(typeSafe.weight.toFixed(9)), 0.85);
assert.deepEqual(
  [
    typeSafe.criterion,
    typeSafe.helpful_count,
    typeSafe.harmful_count,
    typeSafe.last_validated,
    typeSafe.half_life_days,
  ],
  ["type_safe", 12, 3, "2024-12-12T00:00:00Z", 90],
);

// The ratio by itself never fades, so the weight that counts is `effectiveWeight`. New feedback resets its
// clock.
const idle = calculateCriterionWeight(events, undefined, days(90));
assert.equal(Number(idle.effectiveWeight.toFixed(9)), 0.425);
const fresh: FeedbackEvent = {
  ...feedback(15, "helpful", 0.85),
  timestamp: new Date(days(90)).toISOString(),
};
const revalidated = calculateCriterionWeight([...events, fresh], undefined, days(90));
assert.equal(revalidated.effectiveWeight, revalidated.weight);
assert.equal(calculateCriterionWeight([feedback(0, "harmful", 0.2)]).weight, 0.1); // the floor

// Deprecated: three judgements at least, and more than 30 % of them harmful.
assert.equal(shouldDeprecateCriterion({ helpful_count: 12, harmful_count: 3 }), false);
assert.equal(shouldDeprecateCriterion({ helpful_count: 0, harmful_count: 2 }), false);
assert.equal(shouldDeprecateCriterion({ helpful_count: 7, harmful_count: 3 }), false);
assert.equal(shouldDeprecateCriterion({ helpful_count: 2, harmful_count: 1 }), true);
