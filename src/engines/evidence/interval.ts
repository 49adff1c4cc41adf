import { evidenceToCall, type TrialSession } from "./e-test.js";

/** Differences of the failure rate, shown less held out, that are tested: every 2.5 points. */
export const differences: readonly number[] = Array.from({ length: 81 }, (_, index) => (index - 40) / 40);

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
 * The differences that the bets have not ruled out; 95 % of such intervals hold the truth at all times. Where
 * the difference changed so much that the bets have ruled out every one, nothing is known of it.
 */
export function intervalOf({ bets }: Pick<IntervalState, "bets">): Interval {
  const left = differences.filter((_, at) => !isRuledOut(bets[at] ?? []));
  return { low: left.at(0) ?? -1, high: left.at(-1) ?? 1 };
}

/** The interval of several lessons, if all of them make the same difference. */
export function intervalTogether(states: readonly Pick<IntervalState, "bets">[]): Interval {
  const bets = differences.map((_, at) =>
    stakes.map((_stake, index) => states.reduce((sum, each) => sum + (each.bets[at]?.[index] ?? 0), 0)),
  );
  return intervalOf({ bets });
}

function isRuledOut(row: readonly number[]): boolean {
  const mean = row.reduce((sum, log) => sum + Math.exp(log), 0) / Math.max(1, row.length);
  return mean >= evidenceToCall;
}
