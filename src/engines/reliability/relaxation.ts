import { type Config, defaults } from "../../config/settings.js";
import { type AdaptivePolicyOverlay, ruleOf } from "./overlay.js";
import { stricterFields } from "./policy-rule.js";
import { type ReliabilityTally, reliabilityOf } from "./reliability-tally.js";

/**
 * True when a person might want to relax what was learned: enough successes in a row, a good score, and a
 * review that would change something, because the learned overlay is stricter than the current rule. That is
 * asked for last: every outcome comes here, and few get so far.
 */
export function shouldSuggestRelaxation(
  tally: ReliabilityTally,
  learned: AdaptivePolicyOverlay | undefined,
  current: () => AdaptivePolicyOverlay,
  settings: Pick<Config, "reliability" | "policy"> = defaults,
): boolean {
  return (
    learned !== undefined &&
    tally.streak >= settings.policy.relaxAfterSuccesses &&
    reliabilityOf(tally, settings.reliability).reliabilityScore >= settings.policy.relaxAtScore &&
    stricterFields(ruleOf(learned), ruleOf(current()), settings.policy).length > 0
  );
}
