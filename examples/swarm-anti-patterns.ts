/**
 * The swarm's examples: a pattern that keeps failing becomes an anti-pattern, and the next prompt warns of
 * it.
 */
import assert from "node:assert/strict";
import {
  type DecompositionPattern,
  extractPatternsFromDescription,
  formatAntiPatternsForPrompt,
  invertToAntiPattern,
  knownStrategies,
  recordPatternObservation,
  shouldInvertPattern,
} from "whetstone/engines";

const pattern: DecompositionPattern = {
  id: "pattern-123",
  content: "Split by file type",
  kind: "pattern",
  is_negative: false,
  success_count: 2,
  failure_count: 5,
};

// The threshold: three uses at least, and 60 % of them failed.
const total = pattern.success_count + pattern.failure_count;
assert.equal(total >= 3 && pattern.failure_count / total >= 0.6, true);
assert.equal(shouldInvertPattern(pattern), true);
assert.equal(shouldInvertPattern({ success_count: 2, failure_count: 3 }), true); // 3 failures in 5 attempts
assert.equal(shouldInvertPattern({ success_count: 0, failure_count: 2 }), false);

// The inversion.
const reason = "Failed 5/7 times (71% failure rate)";
assert.deepEqual(invertToAntiPattern(pattern, reason), {
  id: "anti-pattern-123",
  content: "AVOID: Split by file type. Failed 5/7 times (71% failure rate)",
  kind: "anti_pattern",
  is_negative: true,
  success_count: 2,
  failure_count: 5,
  reason: "Failed 5/7 times (71% failure rate)",
});

// Observations add up, and the one that crosses the threshold brings the inversion, once.
const before: DecompositionPattern = { ...pattern, success_count: 2, failure_count: 2 };
const third = recordPatternObservation(before, false, "bd-123.1");
assert.equal(third.pattern.failure_count, 3);
assert.equal(third.inversion?.original.id, "pattern-123");
assert.equal(third.inversion?.inverted.id, "anti-pattern-123");
assert.equal(third.inversion?.reason, "Failed 3/5 times (60% failure rate)");
assert.equal(recordPatternObservation(third.pattern, false, "bd-123.2").inversion, undefined);
assert.equal(recordPatternObservation(before, true, "bd-123.1").inversion, undefined);

// Extraction.
assert.deepEqual(extractPatternsFromDescription("We'll split by file type, one file per subtask"), [
  "Split by file type",
  "One file per subtask",
]);
assert.deepEqual(extractPatternsFromDescription("We split by file type, one file per subtask"), [
  "Split by file type",
  "One file per subtask",
]);
assert.deepEqual(extractPatternsFromDescription("Do NOT split by file type."), []);
assert.deepEqual(
  [...knownStrategies],
  [
    "Split by file type",
    "Split by component",
    "Split by layer (UI/logic/data)",
    "Split by feature",
    "One file per subtask",
    "Handle shared types first",
    "Separate API routes",
    "Tests alongside implementation",
    "Tests in separate subtask",
    "Maximize parallelization",
    "Sequential execution order",
    "Respect dependency chain",
  ],
);

// The block for the prompt.
const failing = (content: string, success_count: number, failure_count: number) =>
  invertToAntiPattern({ ...pattern, content, success_count, failure_count });
assert.equal(
  formatAntiPatternsForPrompt([
    failing("Split by file type", 3, 12),
    failing("One file per subtask", 2, 8),
    pattern,
  ]),
  `## Anti-Patterns to Avoid

Based on past failures, avoid these decomposition strategies:

- AVOID: Split by file type. Failed 12/15 times (80% failure rate)
- AVOID: One file per subtask. Failed 8/10 times (80% failure rate)`,
);
