import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../base/config/settings.js";
import { insightCategories } from "../../../log/events/deliberation.js";
import { dayMs, isoTime } from "../../../log/events/time.js";
import { type InsightEvidence, noEvidence } from "./insight-evidence.js";
import {
  blendedScore,
  categoryFactor,
  contextFactor,
  isImmune,
  rankInsight,
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

const yearMs = 365 * dayMs;
const evidence = fc
  .record({
    successes: fc.integer({ min: 1, max: 200 }),
    ignores: fc.nat(50),
    reinforcements: fc.nat(4),
    regressedAt: fc.constantFrom(null, isoTime(used)),
    held: fc.nat(20),
    failed: fc.nat(20),
    // Within a few seconds as well as within years: the first are the ties.
    usedMs: fc.oneof(fc.nat(3_000), fc.nat(3 * yearMs)),
  })
  .map(({ held, failed, usedMs, ignores, ...rest }) =>
    seen({
      ...rest,
      ignores,
      ignoreWeight: 1.5 * ignores,
      outcomes: { held, failed },
      lastUsedAt: isoTime(used + usedMs),
    }),
  );
const insight = fc.record({ evidence, category: fc.constantFrom(...insightCategories) });
const someSettings = fc.record({
  decayDays: fc.constantFrom(0.01, 1, 14, 365, 36_500),
  outcomeScoring: fc.boolean(),
  immuneAfterReinforcements: fc.constantFrom(1, 3),
});
/** What six decimals of a logarithm leave apart: below that, two insights are worth the same. */
const noise = 2e-6;

describe("the rank of an insight", () => {
  it("the rank orders insights of one standing as their scores do, at any later moment", () => {
    fc.assert(
      fc.property(insight, insight, someSettings, fc.nat(40), (a, b, changes, decays) => {
        const config = { ...settings, ...changes };
        const [one, other] = [a, b].map((each) => rankInsight(each.evidence, each.category, config));
        fc.pre(one !== undefined && other !== undefined && one.standing === other.standing);
        const newest = Math.max(...[a, b].map((each) => Date.parse(each.evidence.lastUsedAt)));
        const now = newest + decays * config.decayDays * 86_400_000;
        const [x = 0, y = 0] = [a, b].map(
          (each) => scoreInsight(each.evidence, each.category, 0, now, config).score,
        );
        fc.pre(x > 0 && y > 0);
        const lead = Math.log(x) - Math.log(y);
        if (lead > noise) expect((one?.order ?? "") < (other?.order ?? "")).toBe(true);
        if (lead < -noise) expect((one?.order ?? "") > (other?.order ?? "")).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("insights of equal worth have the same rank, to the last digit", () => {
    const doubled = seen({ successes: 2, ignores: 2, ignoreWeight: 2 });
    const single = seen({ ignores: 1, ignoreWeight: 1 });
    expect(rankInsight(doubled, "rule", settings)).toEqual(rankInsight(single, "rule", settings));
  });

  it("ranks have the same width for every moment and setting, so they sort as text", () => {
    fc.assert(
      fc.property(insight, someSettings, ({ evidence, category }, changes) => {
        expect(
          rankInsight(evidence, category, { ...settings, ...changes })?.order ?? "0".repeat(17),
        ).toHaveLength(17);
      }),
    );
    const last = seen({ lastUsedAt: "9999-12-31T23:59:59.999Z" });
    expect(rankInsight(last, "rule", { ...settings, decayDays: 0.01 })?.order).toHaveLength(17);
    expect(
      rankInsight(seen({ lastUsedAt: "1970-01-01T00:00:00.000Z" }), "rule", settings)?.order,
    ).toHaveLength(17);
  });

  it.each([
    [2, null, "fading"],
    [3, null, "lasting"],
    [3, isoTime(used), "fading"],
  ])(
    "an insight with %i reinforcements, regressed at %s, is among the %s",
    (reinforcements, regressedAt, standing) => {
      expect(rankInsight(seen({ reinforcements, regressedAt }), "rule", settings)).toMatchObject({
        standing,
      });
    },
  );

  it("an insight that is never shown, as it is deprecated or only an echo, has no rank", () => {
    const deprecated = { by: "person", reason: "r", at: isoTime(used) } as const;
    expect(rankInsight(seen({ deprecated }), "rule", settings)).toBeUndefined();
    expect(rankInsight(noEvidence(isoTime(used)), "rule", settings)).toBeUndefined();
    expect(rankInsight(seen(), "rule", { ...settings, ruleFactor: 0 })).toBeUndefined();
  });
});
