import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
import { effectivePolicy, effectiveRule, type HumanPolicy } from "./effective-policy.js";
import { ruleOf } from "./overlay.js";
import { basePolicy, type PolicyRule, soundRule } from "./policy-rule.js";
import {
  brokenRules,
  humanPolicies,
  isAsStrictAs,
  limitsOf,
  overlayOf,
  overlays,
  rules,
} from "./random-policies.contract.js";

describe("the effective policy", () => {
  it("the base holds where nothing is learned", () => {
    expect(
      effectiveRule(effectivePolicy(basePolicy(defaults.policy), undefined, undefined, defaults.policy)),
    ).toEqual(basePolicy(defaults.policy));
    expect(
      effectivePolicy(basePolicy(defaults.policy), undefined, undefined, defaults.policy).maxAttempts,
    ).toBe(3);
  });

  it("the effective policy names who set each field, and why", () => {
    const learned = overlayOf(
      { riskMultiplier: 1.4, maxRetries: 1, requireApproval: true },
      undefined,
      "auth failed 3 times",
    );
    const human = {
      ...limitsOf({ riskMultiplier: 2 }, "Ada", "release week"),
      ...limitsOf({ maxRetries: 3 }, "Bo", "it bills"),
    };
    expect(effectivePolicy(basePolicy(defaults.policy), learned, human, defaults.policy)).toEqual({
      riskMultiplier: { value: 2, setBy: "human", why: "Ada: release week" },
      maxRetries: { value: 1, setBy: "learned", why: "auth failed 3 times" },
      requireApproval: { value: true, setBy: "learned", why: "auth failed 3 times" },
      maxAttempts: 2,
    });
  });

  it("the base holds where trust was learned", () => {
    const trusted = overlayOf({ riskMultiplier: 0.9, maxRetries: 2, requireApproval: false });
    const { riskMultiplier } = effectivePolicy(
      basePolicy(defaults.policy),
      trusted,
      undefined,
      defaults.policy,
    );
    expect(riskMultiplier).toEqual({ value: 1, setBy: "base", why: "the base policy" });
  });

  it("trap 15: one learned retry tightens a base of two retries to two attempts", () => {
    const learned = overlayOf({ riskMultiplier: 1, maxRetries: 1, requireApproval: false });
    const { maxRetries, maxAttempts } = effectivePolicy(
      basePolicy(defaults.policy),
      learned,
      undefined,
      defaults.policy,
    );
    expect([maxRetries.value, maxAttempts]).toEqual([1, 2]);
    const strict = { ...basePolicy(defaults.policy), maxRetries: 0 };
    expect(effectivePolicy(strict, learned, undefined, defaults.policy).maxAttempts).toBe(1);
  });

  it("the effective policy is never looser than any of its parts, and each value is one of theirs", () => {
    const some = <Part>(part: fc.Arbitrary<Part>) => fc.option(part, { nil: undefined });
    fc.assert(
      fc.property(rules, some(overlays), some(humanPolicies), (base, learned, human) => {
        const policy = effectivePolicy(base, learned, human, defaults.policy);
        const rule = effectiveRule(policy);
        expect(isAsStrictAs(rule, base)).toBe(true);
        if (learned !== undefined) expect(isAsStrictAs(rule, ruleOf(learned))).toBe(true);
        const limits = human && valuesOf(human);
        if (limits !== undefined) expect(isAsStrictAs(rule, { ...rule, ...limits })).toBe(true);
        const parts = { base, learned: learned && ruleOf(learned), human: limits };
        expect(parts[policy.maxRetries.setBy]?.maxRetries).toBe(policy.maxRetries.value);
        expect(parts[policy.riskMultiplier.setBy]?.riskMultiplier).toBe(policy.riskMultiplier.value);
        expect(parts[policy.requireApproval.setBy]?.requireApproval).toBe(policy.requireApproval.value);
        expect(policy.maxAttempts).toBe(1 + policy.maxRetries.value);
      }),
    );
  });

  it("trap 8: a broken part makes the policy stricter, never looser", () => {
    fc.assert(
      fc.property(rules, brokenRules, (base, broken) => {
        const rule = effectiveRule(
          effectivePolicy(base, overlayOf(broken), limitsOf(broken), defaults.policy),
        );
        expect(isAsStrictAs(rule, base) && isAsStrictAs(rule, soundRule(broken, defaults.policy))).toBe(true);
      }),
    );
  });
});

function valuesOf(limits: HumanPolicy): Partial<PolicyRule> {
  return Object.fromEntries(Object.entries(limits).map(([field, limit]) => [field, limit?.value]));
}
