import { type Config, defaults } from "../../config/settings.js";
import { type AdaptivePolicyOverlay, ruleOf } from "./overlay.js";
import { stricterFields } from "./policy-rule.js";
import { type ReliabilityTally, reliabilityOf } from "./reliability-tally.js";

/**
 * True when a person might want to relax what was learned: enough successes in a row, a good score, and a review that
 * would change something, because the learned overlay is stricter than the current rule.
 */
export function shouldSuggestRelaxation(
  tally: ReliabilityTally,
  learned: AdaptivePolicyOverlay | undefined,
  current: AdaptivePolicyOverlay,
  settings: Pick<Config, "reliability" | "policy"> = defaults,
): boolean {
  if (learned === undefined) return false;
  const { reliabilityScore } = reliabilityOf(tally, settings.reliability);
  return (
    tally.streak >= settings.policy.relaxAfterSuccesses &&
    reliabilityScore >= settings.policy.relaxAtScore &&
    stricterFields(ruleOf(learned), ruleOf(current), settings.policy).length > 0
  );
}
