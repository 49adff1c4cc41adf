import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../config/settings.js";
import { addMaturityFeedback, maturityOf, noMaturity } from "./maturity-tally.js";
import { maturityUntil } from "./maturity-until.js";

const rules = defaults.strategies;
const dayMs = 86_400_000;
const start = Date.parse("2026-03-01T00:00:00.000Z");

const feedback = fc.record({
  type: fc.constantFrom("helpful" as const, "harmful" as const, "neutral" as const),
  weight: fc.constantFrom(0.5, 1, 3),
  at: fc.integer({ min: 0, max: 200 }).map((day) => start + day * dayMs),
});

describe("until when a tally speaks for a state", () => {
  it("agrees with the rule at every later moment", () => {
    const both = fc.tuple(fc.array(feedback, { maxLength: 30 }), fc.integer({ min: 0, max: 2_000 }));
    fc.assert(
      fc.property(both, ([given, days]) => {
        const tally = given.reduce(
          (sum, each) => addMaturityFeedback(sum, each, rules.halfLifeDays),
          noMaturity,
        );
        const now = start + (200 + days) * dayMs + 1;
        const standing = maturityUntil(tally, rules);
        // Within a second of a bound, rounding decides.
        fc.pre(standing.every(({ until }) => Math.abs(until - now) > 1_000));
        const state = standing.find(({ until }) => until > now)?.state ?? "candidate";
        expect(state).toBe(maturityOf(tally, now, rules).state);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is for ever where no feedback is needed", () => {
    const tally = addMaturityFeedback(
      noMaturity,
      { type: "helpful", weight: 1, at: start },
      rules.halfLifeDays,
    );
    const [standing] = maturityUntil(tally, { ...rules, minFeedback: 0, provenMinHelpful: 0 });
    expect(standing).toEqual({ state: "proven", until: Number.POSITIVE_INFINITY });
  });
});
