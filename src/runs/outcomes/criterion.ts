import type { Config } from "../../base/config/settings.js";
import { addToMass, decayFactor, type Mass, massAt, noMass } from "./decay.js";
import { expectCount, expectNumber, expectOneOf } from "./expect.js";
import { type Moment, momentMs, newest } from "./moment.js";
import { type FeedbackType, feedbackTypes } from "./score.js";

type CriterionSettings = Config["criteria"];

/** All the feedback on one criterion in a row of fixed size. */
export interface CriterionTally {
  readonly helpfulCount: number;
  readonly harmfulCount: number;
  readonly neutralCount: number;
  readonly helpful: Mass;
  readonly harmfulValue: Mass;
  readonly harmfulSeverity: Mass;
  readonly lastValidatedAt: string | null;
}

export const noTally: CriterionTally = {
  helpfulCount: 0,
  harmfulCount: 0,
  neutralCount: 0,
  helpful: noMass,
  harmfulValue: noMass,
  harmfulSeverity: noMass,
  lastValidatedAt: null,
};

export interface Feedback {
  readonly type: FeedbackType;
  /** 0 to 1, not decayed. */
  readonly value: number;
  readonly at: string;
}

/** The row after one more judgement. A neutral one only revalidates. */
export function addFeedback(
  tally: CriterionTally,
  { type, value, at }: Feedback,
  halfLifeDays: number,
): CriterionTally {
  expectNumber("value", value, 0, 1);
  const before = tally.lastValidatedAt;
  const lastValidatedAt = newest("at", before === null ? [at] : [before, at]);
  const judged = expectOneOf("type", type, feedbackTypes);
  const [helpful, harmful] = [judged === "helpful", judged === "harmful"];
  const { harmfulValue, harmfulSeverity } = tally;
  return {
    helpfulCount: tally.helpfulCount + Number(helpful),
    harmfulCount: tally.harmfulCount + Number(harmful),
    neutralCount: tally.neutralCount + Number(judged === "neutral"),
    helpful: helpful ? addToMass(tally.helpful, value, at, halfLifeDays) : tally.helpful,
    harmfulValue: harmful ? addToMass(harmfulValue, value, at, halfLifeDays) : harmfulValue,
    harmfulSeverity: harmful ? addToMass(harmfulSeverity, 1 - value, at, halfLifeDays) : harmfulSeverity,
    lastValidatedAt,
  };
}

/** What is known about a criterion. The three sums are those of the newest event in them, `sumsAgeMs` ago. */
export interface CriterionEvidence {
  readonly helpful: number;
  readonly harmfulByValue: number;
  readonly harmfulBySeverity: number;
  readonly helpfulCount: number;
  readonly harmfulCount: number;
  readonly sumsAgeMs: number;
  /** Age of the newest feedback of any type: a neutral one adds to no sum, and still revalidates. */
  readonly idleMs: number;
}

export interface CriterionVerdict {
  /** The helpful share. Everything ages at one rate, so this ratio by itself never fades. */
  readonly weight: number;
  /** The weight as it counts: faded since the last feedback, or 0 when deprecated. */
  readonly effectiveWeight: number;
  readonly deprecated: boolean;
  /** Present decayed sums. The setting `harmfulMass` decides which harmful one the weight used. */
  readonly helpful: number;
  readonly harmfulByValue: number;
  readonly harmfulBySeverity: number;
}

/** From the swarm: "deprecate criterion, reduce impact to 0". */
const deprecatedWeight = 0;

/** The swarm's floor: no weight falls below it, unless the criterion is deprecated. */
export const weightFloor = 0.1;

/** A criterion without helpful or harmful feedback counts in full until there is evidence against it. */
export const weightWithoutFeedback = 1;

/**
 * The criterion as it counts now. Before its newest feedback it is read as of that feedback, as its sums are.
 */
export function weigh(tally: CriterionTally, now: Moment, settings: CriterionSettings): CriterionVerdict {
  const nowMs = momentMs("now", now);
  const { lastValidatedAt, helpful, harmfulValue, harmfulSeverity } = tally;
  const weighty = [helpful, harmfulValue, harmfulSeverity].filter(({ mass }) => mass > 0);
  const sumsMs = weighty.length === 0 ? nowMs : Math.max(...weighty.map(({ asOf }) => asOf));
  const evidence = {
    helpful: massAt(helpful, sumsMs, settings.halfLifeDays),
    harmfulByValue: massAt(harmfulValue, sumsMs, settings.halfLifeDays),
    harmfulBySeverity: massAt(harmfulSeverity, sumsMs, settings.halfLifeDays),
    helpfulCount: tally.helpfulCount,
    harmfulCount: tally.harmfulCount,
    sumsAgeMs: nowMs - sumsMs,
    idleMs: lastValidatedAt === null ? 0 : nowMs - momentMs("lastValidatedAt", lastValidatedAt),
  };
  return judgeCriterion(evidence, settings);
}

export function judgeCriterion(evidence: CriterionEvidence, settings: CriterionSettings): CriterionVerdict {
  const left = decayFactor(evidence.sumsAgeMs, settings.halfLifeDays);
  const fresh = decayFactor(evidence.idleMs, settings.halfLifeDays);
  const weight = criterionWeight(evidence, settings);
  const deprecated = isDeprecatedCriterion(evidence, settings);
  return {
    weight,
    effectiveWeight: deprecated ? deprecatedWeight : Math.max(weightFloor, weight * fresh),
    deprecated,
    helpful: evidence.helpful * left,
    harmfulByValue: evidence.harmfulByValue * left,
    harmfulBySeverity: evidence.harmfulBySeverity * left,
  };
}

/**
 * From the sums as they were when the newest event came: those of now may have faded to 0, and 0/0 is not a
 * weight.
 */
function criterionWeight(evidence: CriterionEvidence, settings: CriterionSettings): number {
  const harmful = settings.harmfulMass === "value" ? evidence.harmfulByValue : evidence.harmfulBySeverity;
  const total = evidence.helpful + harmful;
  if (total > 0) return Math.max(weightFloor, evidence.helpful / total);
  // A harmful event of value 0 adds nothing to the sum, and is the worst there is.
  return evidence.harmfulCount > 0 ? weightFloor : weightWithoutFeedback;
}

/**
 * True when it was judged often enough and too large a share was harmful. Raw counts: old harm is not
 * forgotten.
 */
export function isDeprecatedCriterion(
  { helpfulCount, harmfulCount }: Pick<CriterionEvidence, "helpfulCount" | "harmfulCount">,
  { minFeedback, maxHarmfulRatio }: CriterionSettings,
): boolean {
  const total = expectCount("helpfulCount", helpfulCount) + expectCount("harmfulCount", harmfulCount);
  return total >= minFeedback && harmfulCount / total > maxHarmfulRatio;
}
