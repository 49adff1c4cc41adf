import type { Config } from "../../config/settings.js";
import { dayMs } from "../../events/time.js";
import { addToMass, type Mass, massAt, noMass } from "../outcomes/decay.js";
import { expectNumber, expectOneOf } from "../outcomes/expect.js";
import type { Moment } from "../outcomes/moment.js";
import { type FeedbackType, feedbackTypes, tolerance } from "../outcomes/score.js";

export const maturityStates = ["candidate", "established", "proven", "deprecated"] as const;
export type MaturityState = (typeof maturityStates)[number];

/** The settings that decide a state. The multipliers of the states change no row and are not among them. */
export type MaturityRules = Pick<
  Config["strategies"],
  | "halfLifeDays"
  | "minFeedback"
  | "provenMinHelpful"
  | "provenHarmfulRatioBelow"
  | "deprecatedHarmfulRatioAbove"
>;

/** Feedback as it counts now: the sum of weight times decay. */
export interface DecayedCounts {
  readonly decayedHelpful: number;
  readonly decayedHarmful: number;
}

/** Slack on decayed counts, so that three events of today are still three tomorrow. */
const countSlack = 0.01;

/**
 * The state that follows from the counts alone. The order matters: harm is looked at before anything else.
 * A ratio within `tolerance` of a bound is on it: rounding must not deprecate, as only a person undoes that.
 */
export function stateOf(
  { decayedHelpful, decayedHarmful }: DecayedCounts,
  rules: MaturityRules,
): MaturityState {
  const helpful = expectNumber("decayedHelpful", decayedHelpful, 0, Number.POSITIVE_INFINITY);
  const total = helpful + expectNumber("decayedHarmful", decayedHarmful, 0, Number.POSITIVE_INFINITY);
  const harmfulRatio = total === 0 ? 0 : decayedHarmful / total;
  const enough = total >= rules.minFeedback - countSlack;
  if (enough && harmfulRatio > rules.deprecatedHarmfulRatioAbove + tolerance) return "deprecated";
  if (!enough) return "candidate";
  const manyHelpful = helpful >= rules.provenMinHelpful - countSlack;
  return manyHelpful && harmfulRatio < rules.provenHarmfulRatioBelow - tolerance ? "proven" : "established";
}

/** What a strategy's score is multiplied by. A deprecated one is left out: the swarm's multiplier is 0. */
export function maturityMultiplier(state: MaturityState, settings: Config["strategies"]): number {
  return {
    candidate: settings.candidateMultiplier,
    established: settings.establishedMultiplier,
    proven: settings.provenMultiplier,
    deprecated: 0,
  }[expectOneOf("state", state, maturityStates)];
}

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

/** The state that follows from the evidence alone now, with the counts that made it. */
export function maturityOf(
  tally: MaturityTally,
  now: Moment,
  rules: MaturityRules,
): DecayedCounts & { readonly state: MaturityState } {
  const counts = countsAt(tally, now, rules);
  return { ...counts, state: stateOf(counts, rules) };
}

/** A state that the evidence supports, and the moment from which it is too old to, in milliseconds. */
export interface StateUntil {
  readonly state: Exclude<MaturityState, "candidate">;
  readonly until: number;
}

/**
 * How long a tally supports more than candidate, if nothing is added to it. Both sides fade at one rate, so
 * their ratio stays and only the amounts shrink: proven becomes established, and a candidate in the end.
 */
export function maturityUntil(tally: MaturityTally, rules: MaturityRules): readonly StateUntil[] {
  const asOf = Math.max(tally.helpful.asOf, tally.harmful.asOf);
  const counts = countsAt(tally, asOf, rules);
  const state = stateOf(counts, rules);
  if (state === "candidate") return [];
  const sum = { mass: counts.decayedHelpful + counts.decayedHarmful, asOf };
  const enough = fallsBelowAt(sum, rules.minFeedback - countSlack, rules);
  if (state !== "proven") return [{ state, until: enough }];
  const helpful = { mass: counts.decayedHelpful, asOf };
  const many = fallsBelowAt(helpful, rules.provenMinHelpful - countSlack, rules);
  return [
    { state, until: Math.min(many, enough) },
    { state: "established", until: enough },
  ];
}

function countsAt(
  { helpful, harmful }: MaturityTally,
  now: Moment,
  { halfLifeDays }: MaturityRules,
): DecayedCounts {
  return {
    decayedHelpful: massAt(helpful, now, halfLifeDays),
    decayedHarmful: massAt(harmful, now, halfLifeDays),
  };
}

/** The first moment at which less than this is left of a mass. */
function fallsBelowAt({ mass, asOf }: Mass, least: number, { halfLifeDays }: MaturityRules): number {
  if (least <= 0) return Number.POSITIVE_INFINITY;
  return asOf + Math.max(0, Math.log2(mass / least)) * halfLifeDays * dayMs;
}
