import type { Config } from "../../../base/config/settings.js";
import { dayMs } from "../../../log/events/time.js";
import { addToMass, type Mass, massAt, noMass } from "../../../runs/outcomes/decay.js";
import { expectNumber, expectOneOf } from "../../../runs/outcomes/expect.js";
import type { Moment } from "../../../runs/outcomes/moment.js";
import { type FeedbackType, feedbackTypes, tolerance } from "../../../runs/outcomes/score.js";

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
 * A ratio within `tolerance` of a bound is on it: rounding must not deprecate. What a person vouches for,
 * `vouched`, stands in for amounts only: whether runs did harm is for the runs to say.
 */
export function maturityStateOf(
  { decayedHelpful, decayedHarmful }: DecayedCounts,
  rules: MaturityRules,
  vouched = 0,
): MaturityState {
  const helpful = expectNumber("decayedHelpful", decayedHelpful, 0, Number.POSITIVE_INFINITY);
  const total = helpful + expectNumber("decayedHarmful", decayedHarmful, 0, Number.POSITIVE_INFINITY);
  const harmfulRatio = harmfulShare({ decayedHelpful, decayedHarmful });
  const least = rules.minFeedback - countSlack;
  if (total >= least && harmfulRatio > rules.deprecatedHarmfulRatioAbove + tolerance) return "deprecated";
  if (total + vouched < least) return "candidate";
  const manyHelpful = helpful + vouched >= rules.provenMinHelpful - countSlack;
  return manyHelpful && harmfulRatio < rules.provenHarmfulRatioBelow - tolerance ? "proven" : "established";
}

export function harmfulShare({ decayedHelpful, decayedHarmful }: DecayedCounts): number {
  const total = decayedHelpful + decayedHarmful;
  return total === 0 ? 0 : decayedHarmful / total;
}

/** The margin: out above 0.3, back below 0.2, so that a strategy near the bound does not flicker. */
const restoredShareOfBound = 2 / 3;

/** The harmful share below which new evidence brings a deprecated strategy back. */
export function restoredBelow({ deprecatedHarmfulRatioAbove }: MaturityRules): number {
  return deprecatedHarmfulRatioAbove * restoredShareOfBound;
}

/**
 * Whether evidence keeps a strategy out, after one more piece of it. Asked only when evidence comes: both
 * sides fade at one rate, so time by itself changes no share and brings nothing back.
 */
export function isKeptOut(wasOut: boolean, counts: DecayedCounts, rules: MaturityRules): boolean {
  if (!wasOut) return maturityStateOf(counts, rules) === "deprecated";
  const known = counts.decayedHelpful + counts.decayedHarmful > 0;
  return !(known && harmfulShare(counts) < restoredBelow(rules) - tolerance);
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

/** No strategy is multiplied by more; a warning counts once. */
export function bestMultiplier(settings: Config["strategies"]): number {
  return Math.max(1, ...maturityStates.map((state) => maturityMultiplier(state, settings)));
}

/** All the feedback on one strategy in a row of fixed size. A reset is `noMaturity` again. */
export interface MaturityTally {
  readonly helpful: Mass;
  readonly harmful: Mass;
  /** What a person's promotion stands in for. It fades like the rest, and bad evidence ends it. */
  readonly vouched: Mass;
}

export const noMaturity: MaturityTally = { helpful: noMass, harmful: noMass, vouched: noMass };

/** A promotion is worth twice what proven needs, so that it holds for a half-life without evidence. */
const vouchedTimesProven = 2;

/** The tally after a person vouched for the strategy. Vouching again starts it over and does not add up. */
export function vouchedFor(tally: MaturityTally, at: Moment, rules: MaturityRules): MaturityTally {
  const worth = vouchedTimesProven * rules.provenMinHelpful;
  return { ...tally, vouched: addToMass(noMass, worth, at, rules.halfLifeDays) };
}

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
  const { helpful, harmful, vouched } = tally;
  return type === "helpful"
    ? { helpful: addToMass(helpful, weight, at, halfLifeDays), harmful, vouched }
    : { helpful, harmful: addToMass(harmful, weight, at, halfLifeDays), vouched };
}

/** The state that the tally speaks for now, with the counts that made it. */
export function maturityOf(
  tally: MaturityTally,
  now: Moment,
  rules: MaturityRules,
): DecayedCounts & { readonly state: MaturityState } {
  const counts = countsAt(tally, now, rules);
  return { ...counts, state: maturityStateOf(counts, rules, massAt(tally.vouched, now, rules.halfLifeDays)) };
}

/**
 * The feedback as it counted when the newest of it came. Late evidence counts as of the newest: judged at its
 * own time it would be younger than the sums it enters.
 */
export function newestCounts(tally: MaturityTally, rules: MaturityRules): DecayedCounts {
  return countsAt(tally, Math.max(tally.helpful.asOf, tally.harmful.asOf), rules);
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
  const asOf = Math.max(tally.helpful.asOf, tally.harmful.asOf, tally.vouched.asOf);
  const { state, ...counts } = maturityOf(tally, asOf, rules);
  if (state === "candidate") return [];
  const vouched = massAt(tally.vouched, asOf, rules.halfLifeDays);
  const sum = { mass: counts.decayedHelpful + counts.decayedHarmful + vouched, asOf };
  const enough = fallsBelowAt(sum, rules.minFeedback - countSlack, rules);
  if (state !== "proven") return [{ state, until: enough }];
  const helpful = { mass: counts.decayedHelpful + vouched, asOf };
  const many = fallsBelowAt(helpful, rules.provenMinHelpful - countSlack, rules);
  return [
    { state, until: Math.min(many, enough) },
    { state: "established", until: enough },
  ];
}

/** All feedback on a strategy, and the part of it whose outcomes had a witness. */
export interface WitnessedMaturity {
  readonly maturity: MaturityTally;
  readonly witnessed: MaturityTally;
}

/** Outcomes that only the claimant saw establish a strategy at most; witnessed ones prove it. */
export function strategyMaturity(
  { maturity, witnessed }: WitnessedMaturity,
  now: Moment,
  rules: MaturityRules,
): MaturityState {
  const { state } = maturityOf(maturity, now, rules);
  if (state !== "proven") return state;
  return maturityOf(witnessed, now, rules).state === "proven" ? "proven" : "established";
}

/** The same as `maturityUntil`, with proven for as long as witnessed evidence supports it. */
export function strategyStates(
  { maturity, witnessed }: WitnessedMaturity,
  rules: MaturityRules,
): readonly StateUntil[] {
  const proven = maturityUntil(witnessed, rules).find(({ state }) => state === "proven")?.until;
  return maturityUntil(maturity, rules).flatMap((each) => {
    if (each.state !== "proven") return [each];
    return proven === undefined ? [] : [{ ...each, until: Math.min(each.until, proven) }];
  });
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
