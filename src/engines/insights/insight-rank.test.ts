import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../config/settings.js";
import { insightCategories } from "../../events/insight-category.js";
import { isoTime } from "../../events/time.js";
import { type InsightEvidence, noEvidence } from "./insight-evidence.js";
import { rankInsight } from "./insight-rank.js";
import { scoreInsight } from "./insight-score.js";

const { insights: settings } = defaults;
const start = Date.parse("2026-03-01T00:00:00.000Z");
const yearMs = 365 * 86_400_000;
const seen = (changes: Partial<InsightEvidence> = {}): InsightEvidence => ({
  ...noEvidence(isoTime(start)),
  sightings: 1,
  successes: 1,
  ...changes,
});

const evidence = fc
  .record({
    successes: fc.integer({ min: 1, max: 200 }),
    ignores: fc.nat(50),
    reinforcements: fc.nat(4),
    regressedAt: fc.constantFrom(null, isoTime(start)),
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
      lastUsedAt: isoTime(start + usedMs),
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
    [3, isoTime(start), "fading"],
  ])(
    "an insight with %i reinforcements, regressed at %s, is among the %s",
    (reinforcements, regressedAt, standing) => {
      expect(rankInsight(seen({ reinforcements, regressedAt }), "rule", settings)).toMatchObject({
        standing,
      });
    },
  );

  it("an insight that is never shown, as it is deprecated or only an echo, has no rank", () => {
    const deprecated = { by: "person", reason: "r", at: isoTime(start) } as const;
    expect(rankInsight(seen({ deprecated }), "rule", settings)).toBeUndefined();
    expect(rankInsight(noEvidence(isoTime(start)), "rule", settings)).toBeUndefined();
    expect(rankInsight(seen(), "rule", { ...settings, ruleFactor: 0 })).toBeUndefined();
  });
});
