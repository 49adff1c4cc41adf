/** The rules by themselves: no store, no clock, no files. The same input gives the same answer anywhere. */
import assert from "node:assert/strict";
// #region rules
import { invertToAntiPattern, scoreImplicitFeedback, shouldInvertPattern } from "whetstone/engines";

const score = scoreImplicitFeedback({
  bead_id: "shop-1",
  duration_ms: 35 * 60_000,
  error_count: 3,
  retry_count: 1,
  success: false,
  timestamp: "2026-03-01T12:00:00.000Z",
});
assert.equal(score.type, "harmful");
assert.deepEqual(score.parts, { success: 0, duration: 0.2, errors: 0.2, retries: 0.7 });

const pattern = {
  id: "by-file-type",
  content: "Split by file type",
  kind: "pattern",
  is_negative: false,
  success_count: 1,
  failure_count: 4,
} as const;
assert.equal(shouldInvertPattern(pattern), true);
assert.equal(
  invertToAntiPattern(pattern).content,
  "AVOID: Split by file type. Failed 4/5 times (80% failure rate)",
);
// #endregion

assert.equal(shouldInvertPattern({ success_count: 0, failure_count: 2 }), false, "two tries are too few");
assert.equal(shouldInvertPattern({ success_count: 2, failure_count: 3 }), true, "0.6 is enough");
assert.equal(shouldInvertPattern({ success_count: 3, failure_count: 4 }), false, "0.571 is not");
