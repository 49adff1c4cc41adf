import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../config/settings.js";
import { dayMs, isoTime } from "../../events/time.js";
import { type InsightEvidence, noEvidence } from "./insight-evidence.js";
import {
  blendedScore,
  categoryFactor,
  contextFactor,
  isImmune,
  scoreInsight,
  successRate,
  successRateOf,
} from "./insight-score.js";

const { insights: settings } = defaults;
const used = Date.parse("2026-03-01T00:00:00.000Z");
/** Seen once. */
const seen = (changes: Partial<InsightEvidence> = {}): InsightEvidence => ({
  ...noEvidence(isoTime(used)),
  sightings: 1,
  successes: 1,
  ...changes,
});
const idle = (days: number, evidence = seen()) =>
  scoreInsight(evidence, "observation", 0, used + days * dayMs, settings);

describe("an insight's score", () => {
  it("an observation just seen for the first time has the score 1", () => {
    expect(idle(0)).toEqual({ successRate: 1, decay: 1, category: 1, context: 1, score: 1, immune: false });
  });

  it("the score falls to 1/e in 14 days and keeps falling at that rate", () => {
    expect(idle(14).score).toBe(Math.exp(-1));
    expect(idle(7).score).toBeCloseTo(Math.exp(-0.5), 15);
    expect(idle(28).score).toBeCloseTo(Math.exp(-2), 15);
  });

  it("the score does not rise before the last use when a clock runs behind", () => {
    expect(idle(-30).score).toBe(1);
  });

  it("the score is the product of its four factors", () => {
    const evidence = seen({ successes: 3, ignores: 1, ignoreWeight: 1.5 });
    const { score } = scoreInsight(evidence, "rule", 2, used + 14 * dayMs, settings);
    expect(score).toBeCloseTo((3 / 4.5) * Math.exp(-1) * 1.3 * 1.2, 15);
  });

  it("the score stays between 0 and 1.56 whatever the evidence", () => {
    const evidence = fc.record({
      successes: fc.nat(50),
      ignoreWeight: fc.nat(50),
      reinforcements: fc.nat(5),
    });
    fc.assert(
      fc.property(
        evidence,
        fc.nat(10),
        fc.integer({ min: -1_000, max: 100_000 }),
        (changes, overlaps, days) => {
          const { score } = scoreInsight(seen(changes), "rule", overlaps, used + days * dayMs, settings);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1.3 * 1.2);
        },
      ),
    );
  });
});

describe("the success rate", () => {
  it.each([
    ["nothing at all", 0, 0, 0, 0],
    ["a first sight", 1, 0, 0, 1],
    ["one for and one against", 1, 1, 1, 0.5],
    ["a severe rejection", 1, 1, 1.5, 0.4],
    ["no weight: the plain count stands in", 1, 3, null, 0.25],
    ["a weight of nothing, which is not no weight", 1, 3, 0, 1],
    ["only rejections", 0, 1, 1, 0],
  ])("the success rate is right for %s", (_what, successCount, ignoreCount, ignoreWeight, expected) => {
    expect(successRate({ successCount, ignoreCount, ignoreWeight })).toBe(expected);
  });

  it("each run that held adds half a point for an insight, and each that failed half a point against it", () => {
    expect(successRateOf(seen({ outcomes: { held: 2, failed: 0 }, ignoreWeight: 1 }), settings)).toBe(2 / 3);
    expect(successRateOf(seen({ outcomes: { held: 0, failed: 2 } }), settings)).toBe(0.5);
    expect(successRateOf(seen({ outcomes: { held: 1, failed: 1 } }), settings)).toBe(0.75);
  });

  it("the ends of runs do not count when that is switched off", () => {
    const evidence = seen({ outcomes: { held: 4, failed: 9 }, ignoreWeight: 1 });
    expect(successRateOf(evidence, { ...settings, outcomeScoring: false })).toBe(0.5);
  });
});

describe("immunity", () => {
  it.each([
    [2, null, false],
    [3, null, true],
    [4, null, true],
    [3, "2026-02-01T00:00:00.000Z", false],
  ])(
    "an insight with %i reinforcements, regressed at %s, is immune: %s",
    (reinforcements, regressedAt, immune) => {
      const evidence = seen({ reinforcements, regressedAt });
      expect(isImmune(evidence, settings)).toBe(immune);
      expect(idle(100, evidence)).toMatchObject({ immune, decay: immune ? 1 : Math.exp(-100 / 14) });
    },
  );
});

describe("the factors of a score", () => {
  it("a rule weighs 1.3, a causal link 1.1 and an observation 1", () => {
    expect(
      (["rule", "causal", "observation"] as const).map((each) => categoryFactor(each, settings)),
    ).toEqual([1.3, 1.1, 1]);
  });

  it.each([
    [0, 1],
    [1, 1.1],
    [2, 1.2],
    [3, 1.2],
  ])("each of %i shared signals adds a tenth, up to 1.2: %d", (overlaps, expected) => {
    expect(contextFactor(overlaps)).toBe(expected);
  });
});

describe("the blend with a similarity", () => {
  it("the blend is 60 % similarity and 40 % score, and the score counts as 1 at most", () => {
    expect(blendedScore(0.5, 0.5, settings)).toBeCloseTo(0.5, 15);
    expect(blendedScore(0, 1, settings)).toBeCloseTo(0.6, 15);
    expect(blendedScore(1, 0, settings)).toBeCloseTo(0.4, 15);
    expect(blendedScore(1.56, 0.9, settings)).toBe(blendedScore(1, 0.9, settings));
  });
});
