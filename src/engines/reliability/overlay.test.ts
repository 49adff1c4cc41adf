import { describe, expect, it } from "vitest";
import type { FailurePattern } from "./failure-pattern.js";
import { buildAdaptivePolicyOverlays, overlayFor, ruleOf } from "./overlay.js";
import { strictestRule } from "./policy-rule.js";
import type { AdapterReliability } from "./reliability-tally.js";

const at = "2026-01-01T00:00:00.000Z";
const reliability = (reliabilityScore: number, adapterId = "github"): AdapterReliability => ({
  adapterId,
  reliabilityScore,
  successRate: 1,
  avgRetries: 0,
  qualityScore: 1,
  runs: 1,
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
  ])("a reliability of %f", (score, riskMultiplier, suggestedMaxRetries, requireApproval) => {
    const [overlay] = buildAdaptivePolicyOverlays([reliability(score)], []);
    expect(overlay).toMatchObject({
      adapterId: "github",
      riskMultiplier,
      suggestedMaxRetries,
      requireApproval,
      updatedAt: at,
    });
  });

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    1.01,
    -0.01,
    null as unknown as number,
  ])("trap 8: a reliability of %s is the strictest overlay", (score) => {
    const [overlay] = buildAdaptivePolicyOverlays([reliability(score)], []);
    expect(overlay && ruleOf(overlay)).toEqual(strictestRule());
    expect(overlay?.reason).toBe("reliability is unknown");
  });

  it.each([
    [2, false],
    [3, true],
    [Number.NaN, true],
  ])("requires approval after %f occurrences of one pattern: %s", (occurrences, requireApproval) => {
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

  it("says why", () => {
    const reasons = (score: number, ...patterns: FailurePattern[]) =>
      overlayFor("github", reliability(score), patterns).reason;
    expect(reasons(0.68, pattern(3))).toBe("reliability 0.68 is below 0.7; auth failed 3 times");
    expect(reasons(0.72)).toBe("reliability 0.72 is below 0.75");
    expect(reasons(0.8, pattern(2))).toBe("reliability is 0.8");
    expect(reasons(0.95)).toBe("reliability 0.95 is above 0.9");
  });

  it("makes one for each adapter, also for one that only failed, and none for nobody", () => {
    const overlays = buildAdaptivePolicyOverlays(
      [reliability(1, "npm")],
      [pattern(1, "git"), pattern(9, "unattributed")],
    );
    expect(overlays.map((overlay) => overlay.adapterId)).toEqual(["git", "npm"]);
    expect(overlays[0] && ruleOf(overlays[0])).toEqual(strictestRule());
  });

  it("is as old as its newest evidence, and never from the future", () => {
    const later = { ...pattern(1), lastSeenAt: "2026-03-01T00:00:00.000Z" };
    const dated = (now?: string) =>
      buildAdaptivePolicyOverlays([reliability(1)], [later], undefined, now)[0]?.updatedAt;
    expect(dated()).toBe("2026-03-01T00:00:00.000Z");
    expect(dated("2026-02-01T00:00:00Z")).toBe("2026-02-01T00:00:00.000Z");
    expect(dated("2027-01-01T00:00:00Z")).toBe("2026-03-01T00:00:00.000Z");
  });
});
