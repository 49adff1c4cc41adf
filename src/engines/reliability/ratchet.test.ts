import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AdaptivePolicyOverlay, ruleOf } from "./overlay.js";
import { isAsStrictAs, overlayOf, overlays } from "./random-policies.contract.js";
import { ratchet } from "./ratchet.js";

const fold = (all: readonly AdaptivePolicyOverlay[]) =>
  all.reduce<AdaptivePolicyOverlay | undefined>((learned, each) => ratchet(learned, each), undefined);

describe("the ratchet", () => {
  it("tightens in each step and never loosens until a review", () => {
    fc.assert(
      fc.property(fc.array(overlays, { minLength: 1 }), (all) => {
        let learned: AdaptivePolicyOverlay | undefined;
        for (const current of all) {
          const next = ratchet(learned, current);
          expect(isAsStrictAs(ruleOf(next), ruleOf(current))).toBe(true);
          if (learned !== undefined) expect(isAsStrictAs(ruleOf(next), ruleOf(learned))).toBe(true);
          learned = next;
        }
        expect(ruleOf(ratchet(undefined, all[0] as AdaptivePolicyOverlay))).toEqual(
          ruleOf(all[0] as AdaptivePolicyOverlay),
        );
      }),
    );
  });

  it("is the strictest of all since the review, whatever their order", () => {
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

  it("trap 8: a number that is none is tightened, too", () => {
    const broken = overlayOf({ riskMultiplier: Number.NaN, maxRetries: Number.NaN, requireApproval: false });
    expect(ruleOf(ratchet(undefined, broken))).toEqual({
      riskMultiplier: 1.4,
      maxRetries: 1,
      requireApproval: false,
    });
  });

  it("gives the reason of what holds, and does not grow", () => {
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
