import type { Config } from "../../config/settings.js";
import { addToMass, type Mass, massAt, noMass } from "../outcomes/decaying-mass.js";
import { expectNumber, expectOneOf } from "../outcomes/expect.js";
import { feedbackTypes } from "../outcomes/feedback-type.js";
import type { Moment } from "../outcomes/moment.js";
import type { FeedbackType } from "../outcomes/score-implicit-feedback.js";
import { type DecayedCounts, type MaturityState, stateOf } from "./maturity-rule.js";

/** All the feedback on one strategy in a row of fixed size. A reset is `noMaturity` again. */
export interface MaturityTally {
  readonly helpful: Mass;
  readonly harmful: Mass;
}

export const noMaturity: MaturityTally = { helpful: noMass, harmful: noMass };

export interface WeightedFeedback {
  readonly type: FeedbackType;
  readonly weight: number;
  readonly at: Moment;
}

export function addMaturityFeedback(
  tally: MaturityTally,
  { type, weight, at }: WeightedFeedback,
  halfLifeDays: number,
): MaturityTally {
  expectNumber("weight", weight, 0, Number.POSITIVE_INFINITY);
  if (expectOneOf("type", type, feedbackTypes) === "neutral") return tally;
  const { helpful, harmful } = tally;
  return type === "helpful"
    ? { helpful: addToMass(helpful, weight, at, halfLifeDays), harmful }
    : { helpful, harmful: addToMass(harmful, weight, at, halfLifeDays) };
}

/** The state that the evidence alone speaks for now, with the counts that made it. */
export function maturityOf(
  { helpful, harmful }: MaturityTally,
  now: Moment,
  settings: Config["strategies"],
): DecayedCounts & { readonly state: MaturityState } {
  const counts = {
    decayedHelpful: massAt(helpful, now, settings.halfLifeDays),
    decayedHarmful: massAt(harmful, now, settings.halfLifeDays),
  };
  return { ...counts, state: stateOf(counts, settings) };
}
