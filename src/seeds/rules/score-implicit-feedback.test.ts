import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OutcomeSignals, scoreImplicitFeedback } from "./score-implicit-feedback.js";

const minute = 60_000;
const signals = (changes: Partial<OutcomeSignals>): OutcomeSignals => ({
  bead_id: "bd-1",
  duration_ms: minute,
  error_count: 0,
  retry_count: 0,
  success: true,
  timestamp: "2026-01-01T00:00:00.000Z",
  ...changes,
});

describe("the implicit score", () => {
  it.each([
    ["all well", {}, 1, "helpful"],
    ["one ms under five minutes is fast", { duration_ms: 5 * minute - 1 }, 1, "helpful"],
    ["five minutes is medium", { duration_ms: 5 * minute }, 0.92, "helpful"],
    ["thirty minutes is medium", { duration_ms: 30 * minute }, 0.92, "helpful"],
    ["one ms over thirty minutes is slow", { duration_ms: 30 * minute + 1 }, 0.84, "helpful"],
    ["one error", { error_count: 1 }, 0.92, "helpful"],
    ["two errors", { error_count: 2 }, 0.92, "helpful"],
    ["three errors", { error_count: 3 }, 0.84, "helpful"],
    ["one retry", { retry_count: 1 }, 0.94, "helpful"],
    ["two retries", { retry_count: 2 }, 0.86, "helpful"],
    ["failed, else well", { success: false }, 0.6, "neutral"],
    ["failed slowly", { success: false, duration_ms: 60 * minute }, 0.44, "neutral"],
    [
      "failed slowly with errors",
      { success: false, duration_ms: 60 * minute, error_count: 2 },
      0.36,
      "harmful",
    ],
    [
      "the worst",
      { success: false, duration_ms: 60 * minute, error_count: 9, retry_count: 9 },
      0.14,
      "harmful",
    ],
  ] as const)("the score is right: %s", (_what, changes, value, type) => {
    const scored = scoreImplicitFeedback(signals(changes));
    expect(scored.raw_value).toBeCloseTo(value, 10);
    expect(scored.type).toBe(type);
  });

  it("every combination that is exactly on a threshold on paper counts as on it", () => {
    // In hundredths, so that the oracle has no rounding.
    for (const [success, s] of [
      [true, 40],
      [false, 0],
    ] as const) {
      for (const [duration_ms, d] of [
        [minute, 20],
        [10 * minute, 12],
        [60 * minute, 4],
      ] as const) {
        for (const [error_count, e] of [
          [0, 20],
          [1, 12],
          [3, 4],
        ] as const) {
          for (const [retry_count, r] of [
            [0, 20],
            [1, 14],
            [2, 6],
          ] as const) {
            const exact = s + d + e + r;
            const expected = exact >= 70 ? "helpful" : exact <= 40 ? "harmful" : "neutral";
            const { type } = scoreImplicitFeedback(
              signals({ success, duration_ms, error_count, retry_count }),
            );
            expect(type, `${exact}`).toBe(expected);
          }
        }
      }
    }
  });

  it("the score stays between 0 and 1 and never rises when a run gets worse", () => {
    const arbitrary = fc.record({
      duration_ms: fc.nat(10_000_000),
      error_count: fc.nat(20),
      retry_count: fc.nat(20),
      success: fc.boolean(),
      more: fc.nat(5_000_000),
    });
    fc.assert(
      fc.property(arbitrary, ({ more, ...run }) => {
        const { raw_value } = scoreImplicitFeedback(signals(run));
        const worse = {
          ...run,
          success: false,
          duration_ms: run.duration_ms + more,
          error_count: run.error_count + 1,
        };
        expect(raw_value).toBeGreaterThanOrEqual(0);
        expect(raw_value).toBeLessThanOrEqual(1);
        expect(scoreImplicitFeedback(signals(worse)).raw_value).toBeLessThanOrEqual(raw_value);
      }),
    );
  });

  it("the reasoning says in words what made the score", () => {
    const { reasoning } = scoreImplicitFeedback(
      signals({ success: false, duration_ms: 45 * minute, error_count: 3, retry_count: 1 }),
    );
    expect(reasoning).toBe("did not succeed, slow (45 min), 3 errors, 1 retry: raw score 0.22 is harmful");
  });

  it.each([
    ["duration_ms", Number.NaN],
    ["duration_ms", -1],
    ["error_count", Number.NaN],
    ["error_count", 1.5],
    ["retry_count", -1],
    ["success", "false"],
    ["success", 1],
  ])("a %s of %s is refused", (field, value) => {
    const given = { ...signals({}), [field]: value };
    expect(() => scoreImplicitFeedback(given)).toThrow(
      expect.objectContaining({ code: "invalid_input", field }),
    );
  });
});
