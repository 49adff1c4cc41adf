import { type Config, defaults } from "../../config/settings.js";
import { effectivePolicy, effectiveRule } from "./effective-policy.js";
import type { AdaptivePolicyOverlay } from "./overlay.js";
import { basePolicy, type PolicyField, policyFields } from "./policy-rule.js";

export interface PolicyChange {
  readonly adapterId: string;
  readonly field: PolicyField;
  readonly from: number | boolean;
  readonly to: number | boolean;
  readonly reason: string;
}

/** What changed of the rules that agents work under. */
export interface PolicyDiff {
  readonly changes: readonly PolicyChange[];
}

/**
 * The changes of the policy in force: an overlay that is no stricter than the base changes nothing that
 * anyone could notice.
 */
export function policyDiffOf(
  before: readonly AdaptivePolicyOverlay[],
  after: readonly AdaptivePolicyOverlay[],
  settings: Config["policy"] = defaults.policy,
): PolicyDiff {
  const known = new Map(before.map((overlay) => [overlay.adapterId, overlay]));
  return { changes: after.flatMap((overlay) => changesOf(known.get(overlay.adapterId), overlay, settings)) };
}

function changesOf(
  before: AdaptivePolicyOverlay | undefined,
  after: AdaptivePolicyOverlay,
  settings: Config["policy"],
): PolicyChange[] {
  if (before !== undefined && sameRule(before, after)) return [];
  const base = basePolicy(settings);
  const old = effectiveRule(effectivePolicy(base, before, undefined, settings));
  const fresh = effectiveRule(effectivePolicy(base, after, undefined, settings));
  const { adapterId, reason } = after;
  return policyFields
    .filter((field) => old[field] !== fresh[field])
    .map((field) => ({ adapterId, field, from: old[field], to: fresh[field], reason }));
}

/** Most outcomes change nothing; each asks. */
function sameRule(a: AdaptivePolicyOverlay, b: AdaptivePolicyOverlay): boolean {
  return (
    a.riskMultiplier === b.riskMultiplier &&
    a.suggestedMaxRetries === b.suggestedMaxRetries &&
    a.requireApproval === b.requireApproval
  );
}
