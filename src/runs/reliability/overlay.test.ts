import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
import { buildAdaptivePolicyOverlays } from "../../seeds/rules/adapters.js";
import type { FailurePattern } from "./failure-pattern.js";
import {
  type AdaptivePolicyOverlay,
  isStale,
  overlayFor,
  ratchet,
  ruleOf,
  shouldSuggestRelaxation,
} from "./overlay.js";
import { strictestRule } from "./policy-rule.js";
import { day, start } from "./random-outcomes.contract.js";
import { isAsStrictAs, overlayOf, overlays } from "./random-policies.contract.js";
import { type AdapterReliability, emptyTally } from "./reliability.js";

const at = "2026-01-01T00:00:00.000Z";
const reliability = (reliabilityScore: number, adapterId = "github"): AdapterReliability => ({
  adapterId,
  reliabilityScore,
  successRate: 1,
  avgRetries: 0,
  qualityScore: 1,
  runs: 3,
  updatedAt: at,
});
const pattern = (occurrences: number, adapterId = "github"): FailurePattern => ({
  id: `${adapterId}::auth`,
  adapterId,
  failureType: "auth",
  fixSuggestion: "Check the token.",
  confidence: 0.55,
  occurrences,
  lastSeenAt: at,
});

describe("overlays", () => {
  it.each([
    [0, 1.4, 1, true],
    [0.68, 1.4, 1, true],
    [0.699, 1.4, 1, true],
    [0.7, 1, 1, true],
    [0.749, 1, 1, true],
    [0.75, 1, 2, false],
    [0.9, 1, 2, false],
    [0.901, 0.9, 2, false],
    [1, 0.9, 2, false],
  ])(
    "a reliability of %f gives its risk, retries and approval",
    (score, riskMultiplier, suggestedMaxRetries, requireApproval) => {
      const [overlay] = buildAdaptivePolicyOverlays([reliability(score)], []);
      expect(overlay).toMatchObject({
        adapterId: "github",
        riskMultiplier,
        suggestedMaxRetries,
        requireApproval,
        updatedAt: at,
      });
    },
  );

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    1.01,
    -0.01,
    null as unknown as number,
  ])("trap 8: a reliability of %s is the strictest overlay", (score) => {
    const [overlay] = buildAdaptivePolicyOverlays([reliability(score)], []);
    expect(overlay && ruleOf(overlay)).toEqual(strictestRule(defaults.policy));
    expect(overlay?.reason).toBe("reliability is unknown");
  });

  it.each([
    [2, false],
    [3, true],
    [Number.NaN, true],
  ])("%f occurrences of one pattern require approval: %s", (occurrences, requireApproval) => {
    const [overlay] = buildAdaptivePolicyOverlays(
      [reliability(0.95)],
      [pattern(occurrences), pattern(9, "npm")],
    );
    expect(overlay).toMatchObject({
      adapterId: "github",
      riskMultiplier: 0.9,
      suggestedMaxRetries: 2,
      requireApproval,
    });
  });

  it("an overlay says why", () => {
    const reasons = (score: number, ...patterns: FailurePattern[]) =>
      overlayFor("github", reliability(score), patterns, defaults.policy)?.reason;
    expect(reasons(0.68, pattern(3))).toBe("reliability 0.68 is below 0.7; auth failed 3 times");
    expect(reasons(0.72)).toBe("reliability 0.72 is below 0.75");
    expect(reasons(0.8, pattern(2))).toBe("reliability is 0.8");
    expect(reasons(0.95)).toBe("reliability 0.95 is above 0.9");
  });

  it("the reason lists repeated failures by name, whichever came last", () => {
    const timeout = { ...pattern(4), id: "github::timeout", failureType: "timeout" };
    const reason = (...patterns: FailurePattern[]) =>
      overlayFor("github", reliability(0.8), patterns, defaults.policy)?.reason;
    expect(reason(timeout, pattern(3))).toBe(
      "reliability is 0.8; auth failed 3 times; timeout failed 4 times",
    );
    expect(reason(timeout, pattern(3))).toBe(reason(pattern(3), timeout));
  });

  it.each([
    [0, false],
    [2, false],
    [3, true],
    [Number.NaN, true],
  ])("an adapter with %f outcomes of its own gets an overlay: %s", (runs, learned) => {
    const overlay = overlayFor("github", { ...reliability(0.2), runs }, [], defaults.policy);
    expect(overlay !== undefined).toBe(learned);
  });

  it("each adapter gets an overlay, also one that only failed, and unattributed failures get none", () => {
    const overlays = buildAdaptivePolicyOverlays(
      [reliability(1, "npm")],
      [pattern(3, "git"), pattern(2, "svn"), pattern(9, "unattributed")],
    );
    expect(overlays.map((overlay) => overlay.adapterId)).toEqual(["git", "npm"]);
    expect(overlays[0] && ruleOf(overlays[0])).toEqual(strictestRule(defaults.policy));
  });

  it("an overlay is as old as its newest evidence, and never from the future", () => {
    const later = { ...pattern(1), lastSeenAt: "2026-03-01T00:00:00.000Z" };
    const dated = (now?: string) =>
      buildAdaptivePolicyOverlays([reliability(1)], [later], undefined, now)[0]?.updatedAt;
    expect(dated()).toBe("2026-03-01T00:00:00.000Z");
    expect(dated("2026-02-01T00:00:00Z")).toBe("2026-02-01T00:00:00.000Z");
    expect(dated("2027-01-01T00:00:00Z")).toBe("2026-03-01T00:00:00.000Z");
  });
});

const fold = (all: readonly AdaptivePolicyOverlay[]) =>
  all.reduce<AdaptivePolicyOverlay | undefined>(
    (learned, each) => ratchet(learned, each, defaults.policy),
    undefined,
  );

describe("the ratchet", () => {
  it("the ratchet tightens in each step and never loosens until a review", () => {
    fc.assert(
      fc.property(fc.array(overlays, { minLength: 1 }), (all) => {
        let learned: AdaptivePolicyOverlay | undefined;
        for (const current of all) {
          const next = ratchet(learned, current, defaults.policy);
          expect(isAsStrictAs(ruleOf(next), ruleOf(current))).toBe(true);
          if (learned !== undefined) expect(isAsStrictAs(ruleOf(next), ruleOf(learned))).toBe(true);
          learned = next;
        }
        expect(ruleOf(ratchet(undefined, all[0] as AdaptivePolicyOverlay, defaults.policy))).toEqual(
          ruleOf(all[0] as AdaptivePolicyOverlay),
        );
      }),
    );
  });

  it("the ratchet is the strictest of all since the review, whatever their order", () => {
    fc.assert(
      fc.property(fc.array(overlays, { minLength: 1 }), (all) => {
        const learned = fold(all);
        expect(learned && ruleOf(learned)).toEqual({
          riskMultiplier: Math.max(...all.map((each) => each.riskMultiplier)),
          maxRetries: Math.min(...all.map((each) => each.suggestedMaxRetries)),
          requireApproval: all.some((each) => each.requireApproval),
        });
        expect(learned?.updatedAt).toBe(
          all
            .map((each) => each.updatedAt)
            .sort()
            .at(-1),
        );
      }),
    );
  });

  it("trap 8: a value that is not a number is tightened too", () => {
    const broken = overlayOf({ riskMultiplier: Number.NaN, maxRetries: Number.NaN, requireApproval: false });
    expect(ruleOf(ratchet(undefined, broken, defaults.policy))).toEqual({
      riskMultiplier: 1.4,
      maxRetries: 1,
      requireApproval: false,
    });
  });

  it("the reason is that of what holds, and does not grow", () => {
    const usual = overlayOf({ riskMultiplier: 1, maxRetries: 2, requireApproval: false }, undefined, "usual");
    const risky = overlayOf(
      { riskMultiplier: 1.4, maxRetries: 2, requireApproval: false },
      undefined,
      "risky",
    );
    const approval = overlayOf(
      { riskMultiplier: 1, maxRetries: 2, requireApproval: true },
      undefined,
      "approval",
    );
    expect(fold([usual, risky])?.reason).toBe("risky");
    expect(fold([risky, usual])?.reason).toBe("risky");
    const mixed = "approval; riskMultiplier as before, until a review";
    expect(fold([risky, approval])?.reason).toBe(mixed);
    expect(fold([risky, approval, usual, approval, usual])?.reason).toBe(mixed);
  });
});

const dated = { updatedAt: "2026-01-01T00:00:00.000Z" };

describe("a stale overlay", () => {
  it.each([
    ["at once", start, false],
    ["after 30 days", start + 30 * day, false],
    ["a moment later", start + 30 * day + 1, true],
    ["before its evidence", start - day, false],
    ["as ISO text", "2026-02-01T00:00:00Z", true],
  ])("staleness is right %s", (_when, now, stale) => {
    expect(isStale(dated, now, defaults.policy)).toBe(stale);
  });

  it("trap 8: an overlay of unknown age is stale, and an invalid 'now' is refused", () => {
    expect(isStale({ updatedAt: "" }, start, defaults.policy)).toBe(true);
    expect(() => isStale(dated, Number.NaN, defaults.policy)).toThrow(
      expect.objectContaining({ field: "now" }),
    );
  });
});

const strict = overlayOf({ riskMultiplier: 1.4, maxRetries: 1, requireApproval: true });
const usual = overlayOf({ riskMultiplier: 1, maxRetries: 2, requireApproval: false });
const good = { ...emptyTally, runs: 10, successes: 8, streak: 5 };

describe("a suggestion to relax", () => {
  it.each([
    ["five successes in a row and a good score", {}, strict, true],
    ["four in a row", { streak: 4 }, strict, false],
    // 0.6 · 0.7 + 0.2 + 0.2 · 0.7 = 0.76 and 0.6 · 0.6 + 0.2 + 0.2 · 0.6 = 0.68
    ["a score of 0.76", { successes: 7 }, strict, true],
    ["a score of 0.68", { successes: 6 }, strict, false],
    // 0.6 · 0.8 + 0.2 · (1 − 0.95/3) + 0.2 · 0.6665 = 0.75
    ["a score of exactly 0.75", { retries: 9.5, qualitySum: 6.665, qualityCount: 10 }, strict, true],
    ["nothing to relax", {}, usual, false],
    ["one field to relax", {}, { ...usual, requireApproval: true }, true],
    ["nothing learned yet", {}, undefined, false],
    ["trap 8: no score", { retries: Number.NaN }, strict, false],
    ["trap 8: no streak", { streak: Number.NaN }, strict, false],
  ])("relaxing is suggested only where it should be: %s", (_what, changes, learned, suggested) => {
    expect(shouldSuggestRelaxation({ ...good, ...changes }, learned, defaults)).toBe(suggested);
  });
});
