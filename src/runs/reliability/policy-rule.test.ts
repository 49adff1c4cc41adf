import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
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
  it("the base policy and the strictest rule follow from the settings", () => {
    expect(basePolicy(defaults.policy)).toEqual({ riskMultiplier: 1, maxRetries: 2, requireApproval: false });
    expect(strictestRule(defaults.policy)).toEqual({
      riskMultiplier: 1.4,
      maxRetries: 1,
      requireApproval: true,
    });
  });

  it("trap 15: attempts are the retries and the first attempt", () => {
    expect([0, 1, 2].map(attemptsFor)).toEqual([1, 2, 3]);
  });

  it("trap 15: fewer retries are stricter", () => {
    const one = { riskMultiplier: 1, maxRetries: 1, requireApproval: false };
    expect(stricter(basePolicy(defaults.policy), one, defaults.policy).maxRetries).toBe(1);
    expect(stricterFields(one, basePolicy(defaults.policy), defaults.policy)).toEqual(["maxRetries"]);
    expect(stricterFields(basePolicy(defaults.policy), one, defaults.policy)).toEqual([]);
  });

  it("trap 8: a value that is not a number is read as the strictest", () => {
    const broken = {
      riskMultiplier: Number.NaN,
      maxRetries: -1,
      requireApproval: null as unknown as boolean,
    };
    expect(soundRule(broken, defaults.policy)).toEqual(strictestRule(defaults.policy));
    expect(stricter(broken, basePolicy(defaults.policy), defaults.policy)).toEqual(
      strictestRule(defaults.policy),
    );
    const infinite = {
      ...basePolicy(defaults.policy),
      riskMultiplier: Number.POSITIVE_INFINITY,
      maxRetries: Number.POSITIVE_INFINITY,
    };
    expect(soundRule(infinite, defaults.policy)).toEqual({
      ...strictestRule(defaults.policy),
      requireApproval: false,
    });
  });

  it("the stricter of two rules is as strict as both, and not stricter than needed", () => {
    fc.assert(
      fc.property(rules, rules, (a, b) => {
        const both = stricter(a, b, defaults.policy);
        expect(isAsStrictAs(both, a) && isAsStrictAs(both, b)).toBe(true);
        expect(both).toEqual(stricter(b, a, defaults.policy));
        expect(stricter(a, a, defaults.policy)).toEqual(a);
        expect([a.riskMultiplier, b.riskMultiplier]).toContain(both.riskMultiplier);
        expect([a.maxRetries, b.maxRetries]).toContain(both.maxRetries);
      }),
    );
  });

  it("stricterFields names exactly the fields that a rule adds", () => {
    fc.assert(
      fc.property(rules, rules, (a, b) => {
        expect(stricterFields(a, b, defaults.policy).length === 0).toBe(isAsStrictAs(b, a));
      }),
    );
  });

  it("a broken part never makes a rule looser", () => {
    fc.assert(
      fc.property(brokenRules, rules, (broken, rule) => {
        const both = stricter(broken, rule, defaults.policy);
        expect(Number.isFinite(both.riskMultiplier) && Number.isInteger(both.maxRetries)).toBe(true);
        expect(isAsStrictAs(both, rule)).toBe(true);
      }),
    );
  });
});
