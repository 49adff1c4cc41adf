import { type Config, defaults } from "../../config/settings.js";
import { decayFactor } from "./decay.js";
import { expectCount } from "./expect.js";
import { type CriterionConfig, criterionSettings } from "./learning-config.js";

/** What is known of a criterion. The three sums are those of the newest event in them, `sumsAgeMs` ago. */
export interface CriterionEvidence {
  readonly helpful: number;
  readonly harmfulByValue: number;
  readonly harmfulBySeverity: number;
  readonly helpfulCount: number;
  readonly harmfulCount: number;
  readonly sumsAgeMs: number;
  /** How long ago the newest feedback of any type was: a neutral one adds to no sum, and yet revalidates. */
  readonly idleMs: number;
}

export interface CriterionVerdict {
  /** The helpful share. Everything ages at one rate, so this ratio by itself never fades. */
  readonly weight: number;
  /** The weight as it counts: faded since the last feedback, or 0 when deprecated. */
  readonly effectiveWeight: number;
  readonly deprecated: boolean;
  /** Decayed sums of now. The setting `harmfulMass` says which harmful one the weight used. */
  readonly helpful: number;
  readonly harmfulByValue: number;
  readonly harmfulBySeverity: number;
}

export function judgeCriterion(evidence: CriterionEvidence, settings: Config["criteria"]): CriterionVerdict {
  const { helpfulCount, harmfulCount } = evidence;
  const left = decayFactor(evidence.sumsAgeMs, settings.halfLifeDays);
  const fresh = decayFactor(evidence.idleMs, settings.halfLifeDays);
  const weight = weightOf(evidence, settings);
  const deprecated = isDeprecated(helpfulCount, harmfulCount, settings);
  return {
    weight,
    effectiveWeight: deprecated ? settings.deprecatedWeight : Math.max(settings.weightFloor, weight * fresh),
    deprecated,
    helpful: evidence.helpful * left,
    harmfulByValue: evidence.harmfulByValue * left,
    harmfulBySeverity: evidence.harmfulBySeverity * left,
  };
}

/**
 * From the sums as they were when the newest event came: those of now may have faded to 0, and 0/0 is no
 * weight.
 */
function weightOf(evidence: CriterionEvidence, settings: Config["criteria"]): number {
  const harmful = settings.harmfulMass === "value" ? evidence.harmfulByValue : evidence.harmfulBySeverity;
  const total = evidence.helpful + harmful;
  if (total > 0) return Math.max(settings.weightFloor, evidence.helpful / total);
  // A harmful event of value 0 adds nothing to the sum, and yet it is the worst there is.
  return evidence.harmfulCount > 0 ? settings.weightFloor : settings.weightWithoutFeedback;
}

function isDeprecated(helpful: number, harmful: number, settings: Config["criteria"]): boolean {
  const total = expectCount("helpful_count", helpful) + expectCount("harmful_count", harmful);
  return total >= settings.minFeedback && harmful / total > settings.maxHarmfulRatio;
}

/**
 * True when it was judged often enough and too large a share was harmful. Raw counts: old harm is not
 * forgotten.
 */
export function shouldDeprecateCriterion(
  counts: { readonly helpful_count: number; readonly harmful_count: number },
  config: CriterionConfig = defaults.criteria,
): boolean {
  return isDeprecated(counts.helpful_count, counts.harmful_count, criterionSettings(config));
}
