import { evidenceToCall, type TrialSession } from "./e-test.js";

/**
 * Differences of the failure rate, shown less held out, for which bets are kept: every 10 points. The ends of an
 * interval lie between them.
 */
export const differences: readonly number[] = Array.from({ length: 21 }, (_, index) => (index - 10) / 10);

/** How much is bet on a session's term, in parts of the most that is safe. */
const stakes = [-0.4, -0.25, -0.12, -0.05, 0.05, 0.12, 0.25, 0.4] as const;

/** Sessions and failures of one arm. */
export interface Arm {
  readonly sessions: number;
  readonly failures: number;
}

/** What is kept for the interval: both arms, and the bets. */
export interface IntervalState {
  readonly shown: Arm;
  readonly heldOut: Arm;
  readonly bets: Bets;
}

export const emptyArm: Arm = { sessions: 0, failures: 0 };

/** For each difference, the logarithms of the bets against it. */
export type Bets = readonly (readonly number[])[];

export const noneBet: Bets = differences.map(() => stakes.map(() => 0));

export const noBets: IntervalState = { shown: emptyArm, heldOut: emptyArm, bets: noneBet };

/**
 * The bets after one more term, an estimate of the difference that is right on average. `most`: how far from 0
 * it could have been, known before it came.
 */
export function betOn(bets: Bets, term: number, most: number): Bets {
  return bets.map((row, at) =>
    row.map(
      (sum, index) => sum + Math.log1p(((stakes[index] ?? 0) / most) * (term - (differences[at] ?? 0))),
    ),
  );
}

/**
 * One more session. Its term is an estimate of the difference that is right on average, whatever the arms'
 * rates are: what was expected before it, corrected by what came, weighted by the chance of its arm. A
 * session that could only have gone one way says nothing about the difference.
 */
export function withBets(state: IntervalState, session: TrialSession): IntervalState {
  const { shown, probability } = session;
  if (probability <= 0 || probability >= 1) return state;
  const term = termOf(state, session);
  const most = Math.max(1 / probability, 1 / (1 - probability));
  const bets = betOn(state.bets, term, most);
  const arm = withEnd(shown ? state.shown : state.heldOut, session.failed);
  return shown ? { ...state, shown: arm, bets } : { ...state, heldOut: arm, bets };
}

function termOf({ shown, heldOut }: IntervalState, session: TrialSession): number {
  const [expected, without] = [rateBefore(shown), rateBefore(heldOut)];
  const came = session.failed ? 1 : 0;
  const correction = session.shown
    ? (came - expected) / session.probability
    : -(came - without) / (1 - session.probability);
  return expected - without + correction;
}

/** One failure of five is expected at first, as the test expects it. */
export function rateBefore({ sessions, failures }: Arm): number {
  return (failures + 1) / (sessions + 5);
}

export function withEnd({ sessions, failures }: Arm, failed: boolean): Arm {
  return { sessions: sessions + 1, failures: failures + (failed ? 1 : 0) };
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The differences that the bets have not ruled out, to a tenth of a point outwards; 95 % of such intervals hold the
 * truth at all times. Where the difference changed so much that the bets have ruled out every one, nothing is
 * known of it.
 */
export function intervalOf({ bets }: Pick<IntervalState, "bets">): Interval {
  const wealth = (difference: number) => wealthAt(bets, difference);
  const inside = leastRuledOut(wealth);
  if (wealth(inside) >= evidenceToCall) return { low: -1, high: 1 };
  const low = wealth(-1) < evidenceToCall ? -1 : endBetween(wealth, inside, -1);
  const high = wealth(1) < evidenceToCall ? 1 : endBetween(wealth, inside, 1);
  return { low: Math.floor(low * 1_000) / 1_000, high: Math.ceil(high * 1_000) / 1_000 };
}

/**
 * What the bets against a difference have won. The logarithm of a single bet is a concave function of the
 * difference, so a straight line between two of them is never above it: an interval made of these lines may be
 * too wide, by a hair, and never too narrow.
 */
function wealthAt(bets: Bets, difference: number): number {
  const place = Math.min((difference + 1) / between, differences.length - 1);
  const below = Math.min(Math.floor(place), differences.length - 2);
  const [one, next] = [bets[below] ?? [], bets[below + 1] ?? []];
  const sum = one.reduce(
    (all, log, at) => all + Math.exp(log + (place - below) * ((next[at] ?? log) - log)),
    0,
  );
  return sum / Math.max(1, one.length);
}

/** From one tested difference to the next. */
const between = 2 / (differences.length - 1);

/** The bets are convex together: beside the best of the tested differences there may be a better one. */
function leastRuledOut(wealth: (difference: number) => number): number {
  const best = differences.reduce((least, each) => (wealth(each) < wealth(least) ? each : least));
  let [low, high] = [Math.max(-1, best - between), Math.min(1, best + between)];
  while (high - low > nearEnough) {
    const [one, other] = [low + (high - low) / 3, high - (high - low) / 3];
    if (wealth(one) < wealth(other)) high = other;
    else low = one;
  }
  return wealth(low) < wealth(best) ? low : best;
}

/** Where the bets begin to rule out, between a difference that they do not and one that they do. */
function endBetween(wealth: (difference: number) => number, inside: number, outside: number): number {
  let [left, ruledOut] = [inside, outside];
  while (Math.abs(ruledOut - left) > nearEnough) {
    const middle = (left + ruledOut) / 2;
    if (wealth(middle) < evidenceToCall) left = middle;
    else ruledOut = middle;
  }
  return ruledOut;
}

const nearEnough = 1e-5;

/** The interval of several lessons, if all of them make the same difference. */
export function intervalTogether(states: readonly Pick<IntervalState, "bets">[]): Interval {
  const bets = differences.map((_, at) =>
    stakes.map((_stake, index) => states.reduce((sum, each) => sum + (each.bets[at]?.[index] ?? 0), 0)),
  );
  return intervalOf({ bets });
}
