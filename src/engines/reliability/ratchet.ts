import { type Config, defaults } from "../../config/settings.js";
import { newestKnown } from "./moment.js";
import { type AdaptivePolicyOverlay, ruleOf } from "./overlay.js";
import { stricter, stricterFields } from "./policy-rule.js";

/**
 * The learned overlay after the rule has spoken again: each field the strictest since the last review. It
 * tightens by itself; a person's review starts it again from the current rule, which is `ratchet(undefined,
 * current)`.
 */
export function ratchet(
  learned: AdaptivePolicyOverlay | undefined,
  current: AdaptivePolicyOverlay,
  settings: Config["policy"] = defaults.policy,
): AdaptivePolicyOverlay {
  const before = learned ?? current;
  const { riskMultiplier, maxRetries, requireApproval } = stricter(ruleOf(before), ruleOf(current), settings);
  return {
    adapterId: current.adapterId,
    riskMultiplier,
    suggestedMaxRetries: maxRetries,
    requireApproval,
    reason: reasonFor(before, current, settings),
    updatedAt: newestKnown([before.updatedAt, current.updatedAt]) ?? current.updatedAt,
  };
}

/** Never both reasons in full: a text that grew with each outcome would have no end. */
function reasonFor(
  learned: AdaptivePolicyOverlay,
  current: AdaptivePolicyOverlay,
  settings: Config["policy"],
): string {
  const kept = stricterFields(ruleOf(learned), ruleOf(current), settings);
  if (kept.length === 0) return current.reason;
  const added = stricterFields(ruleOf(current), ruleOf(learned), settings);
  return added.length === 0
    ? learned.reason
    : `${current.reason}; ${kept.join(" and ")} as before, until a review`;
}
