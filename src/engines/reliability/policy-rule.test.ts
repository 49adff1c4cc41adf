import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  attemptsFor,
  basePolicy,
  soundRule,
  stricter,
  stricterFields,
  strictestRule,
} from "./policy-rule.js";
import { brokenRules, isAsStrictAs, rules } from "./random-policies.contract.js";

describe("policy rules", () => {
  it("starts from the base, and knows the strictest", () => {
    expect(basePolicy()).toEqual({ riskMultiplier: 1, maxRetries: 2, requireApproval: false });
    expect(strictestRule()).toEqual({ riskMultiplier: 1.4, maxRetries: 1, requireApproval: true });
  });

  it("trap 15: counts the first attempt", () => {
    expect([0, 1, 2].map(attemptsFor)).toEqual([1, 2, 3]);
  });

  it("trap 15: fewer retries are stricter", () => {
    const one = { riskMultiplier: 1, maxRetries: 1, requireApproval: false };
    expect(stricter(basePolicy(), one).maxRetries).toBe(1);
    expect(stricterFields(one, basePolicy())).toEqual(["maxRetries"]);
    expect(stricterFields(basePolicy(), one)).toEqual([]);
  });

  it("trap 8: reads what is no number as the strictest", () => {
    const broken = {
      riskMultiplier: Number.NaN,
      maxRetries: -1,
      requireApproval: null as unknown as boolean,
    };
    expect(soundRule(broken)).toEqual(strictestRule());
    expect(stricter(broken, basePolicy())).toEqual(strictestRule());
    const infinite = {
      ...basePolicy(),
      riskMultiplier: Number.POSITIVE_INFINITY,
      maxRetries: Number.POSITIVE_INFINITY,
    };
    expect(soundRule(infinite)).toEqual({ ...strictestRule(), requireApproval: false });
  });

  it("is as strict as both, and no stricter than needed", () => {
    fc.assert(
      fc.property(rules, rules, (a, b) => {
        const both = stricter(a, b);
        expect(isAsStrictAs(both, a) && isAsStrictAs(both, b)).toBe(true);
        expect(both).toEqual(stricter(b, a));
        expect(stricter(a, a)).toEqual(a);
        expect([a.riskMultiplier, b.riskMultiplier]).toContain(both.riskMultiplier);
        expect([a.maxRetries, b.maxRetries]).toContain(both.maxRetries);
      }),
    );
  });

  it("names exactly the fields that a rule adds", () => {
    fc.assert(
      fc.property(rules, rules, (a, b) => {
        expect(stricterFields(a, b).length === 0).toBe(isAsStrictAs(b, a));
      }),
    );
  });

  it("is never looser for a broken part", () => {
    fc.assert(
      fc.property(brokenRules, rules, (broken, rule) => {
        const both = stricter(broken, rule);
        expect(Number.isFinite(both.riskMultiplier) && Number.isInteger(both.maxRetries)).toBe(true);
        expect(isAsStrictAs(both, rule)).toBe(true);
      }),
    );
  });
});
