import * as fc from "fast-check";
import type { HumanPolicy } from "./effective-policy.js";
import type { AdaptivePolicyOverlay } from "./overlay.js";
import type { PolicyRule } from "./policy-rule.js";
import { times } from "./random-outcomes.contract.js";

export const rules: fc.Arbitrary<PolicyRule> = fc.record({
  riskMultiplier: fc.constantFrom(0, 0.9, 1, 1.4, 2.5),
  maxRetries: fc.nat(4),
  requireApproval: fc.boolean(),
});

/** Also numbers that are none, as a damaged store could hold. */
export const brokenRules: fc.Arbitrary<PolicyRule> = fc.record({
  riskMultiplier: fc.oneof(fc.double(), fc.constant(Number.NaN)),
  maxRetries: fc.oneof(fc.double(), fc.constant(Number.NaN)),
  requireApproval: fc.constantFrom(true, false, undefined as unknown as boolean),
});

export const overlayOf = (
  { riskMultiplier, maxRetries, requireApproval }: PolicyRule,
  updatedAt = "2026-01-01T00:00:00.000Z",
  reason = "a reason",
): AdaptivePolicyOverlay => ({
  adapterId: "github",
  riskMultiplier,
  suggestedMaxRetries: maxRetries,
  requireApproval,
  reason,
  updatedAt,
});

export const overlays: fc.Arbitrary<AdaptivePolicyOverlay> = fc
  .tuple(rules, times)
  .map(([rule, updatedAt]) => overlayOf(rule, updatedAt));

export const humanPolicies: fc.Arbitrary<HumanPolicy> = fc
  .record(
    {
      riskMultiplier: fc.constantFrom(0.5, 1, 3),
      maxRetries: fc.nat(4),
      requireApproval: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((limits) => limitsOf(limits));

/** These limits, as one person set them. */
export function limitsOf(limits: Partial<PolicyRule>, by = "Ada", reason = "we had an outage"): HumanPolicy {
  return Object.fromEntries(
    Object.entries(limits).map(([field, value]) => [field, { value, by, reason }]),
  ) as HumanPolicy;
}

/** True when `rule` allows nothing that `part` forbids. */
export function isAsStrictAs(rule: PolicyRule, part: PolicyRule): boolean {
  return (
    rule.riskMultiplier >= part.riskMultiplier &&
    rule.maxRetries <= part.maxRetries &&
    (rule.requireApproval || !part.requireApproval)
  );
}
