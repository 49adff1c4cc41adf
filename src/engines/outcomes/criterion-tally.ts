import type { Config } from "../../config/settings.js";
import { type CriterionVerdict, judgeCriterion } from "./criterion-rule.js";
import { addToMass, type Mass, massAt, noMass } from "./decaying-mass.js";
import { expectNumber, expectOneOf } from "./expect.js";
import { feedbackTypes } from "./feedback-type.js";
import { type Moment, momentMs, newest } from "./moment.js";
import type { FeedbackType } from "./score-implicit-feedback.js";

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

/**
 * The criterion as it counts now. Before its newest feedback it is read as of that feedback, as its sums are.
 */
export function weigh(tally: CriterionTally, now: Moment, settings: Config["criteria"]): CriterionVerdict {
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
