import { calledBy, evidenceOf, type TestState } from "./e-test.js";
import { type Arm, type Interval, type IntervalState, intervalOf } from "./interval.js";

type Verdict = "helps" | "harms" | "no difference" | "not known yet";

export interface Judgement {
  readonly verdict: Verdict;
  readonly evidence: number;
  readonly interval: Interval;
  /** About how many more sessions are needed; null when it is known, or when nothing tells. */
  readonly sessionsLeft: number | null;
}

/** A difference of this much is none that a person would notice: 5 points. */
const noticed = 0.05;

/** What the sessions of a lesson say. Never "no difference" because of too few sessions. */
export function judge(test: TestState, bets: IntervalState, probability: number): Judgement {
  const found = evidenceOf(test);
  const interval = intervalOf(bets);
  const called = calledBy(found);
  const isSmall = interval.low > -noticed && interval.high < noticed;
  const verdict = called ?? (isSmall ? "no difference" : "not known yet");
  return {
    verdict,
    evidence: found.total,
    interval,
    sessionsLeft: verdict === "not known yet" ? sessionsLeft(bets, probability) : null,
  };
}

/**
 * Sessions that the usual test would need for the difference as it looks now, less those that were. It does not look
 * like anything yet while an arm has fewer than five sessions.
 */
function sessionsLeft({ shown, heldOut }: IntervalState, probability: number): number | null {
  if (Math.min(shown.sessions, heldOut.sessions) < leastSessions) return null;
  const [with_, without] = [rateOf(shown), rateOf(heldOut)];
  const difference = without - with_;
  if (Math.abs(difference) < 1e-9 || probability <= 0 || probability >= 1) return null;
  const mean = probability * with_ + (1 - probability) * without;
  const spread = (with_ * (1 - with_)) / probability + (without * (1 - without)) / (1 - probability);
  const root =
    surely * Math.sqrt((mean * (1 - mean)) / (probability * (1 - probability))) + likely * Math.sqrt(spread);
  const needed = Math.ceil((root / difference) ** 2);
  return Math.max(1, needed - shown.sessions - heldOut.sessions);
}

const leastSessions = 5;

/** 5 % on both sides, and a power of 80 %. */
const surely = 1.96;
const likely = 0.84;

function rateOf({ sessions, failures }: Arm): number {
  return (failures + 1) / (sessions + 5);
}

/**
 * Which lessons of a list may be called together, so that of those called at most this share is wrong:
 * Benjamini and Hochberg's rule for evidence that may be looked at any time.
 */
export function calledTogether(evidence: readonly number[], share = 0.1): ReadonlySet<number> {
  const order = evidence.map((value, index) => ({ value, index })).sort((a, b) => b.value - a.value);
  const most = order.findLastIndex(({ value }, at) => value >= evidence.length / (share * (at + 1)));
  return new Set(order.slice(0, most + 1).map(({ index }) => index));
}

/** The χ² of how often a lesson was shown against how often it should have been. */
export interface SampleRatio {
  readonly shown: number;
  readonly expected: number;
  readonly variance: number;
}

/**
 * Whether the arms of single lessons are so uneven, although they may be even together. Lessons with few sessions
 * are left out: their numbers are not yet spread as the test assumes.
 */
export function areUneven(lessons: readonly SampleRatio[]): boolean {
  const enough = lessons.filter(({ variance }) => variance >= 5);
  const sum = enough.reduce(
    (all, { shown, expected, variance }) => all + (shown - expected) ** 2 / variance,
    0,
  );
  return enough.length > 0 && sum > chiSquareLimit(enough.length);
}

/** What χ² exceeds in 1 of 1,000, by Wilson and Hilferty. */
function chiSquareLimit(degrees: number): number {
  const part = 2 / (9 * degrees);
  return degrees * (1 - part + 3.0902 * Math.sqrt(part)) ** 3;
}

/** Whether the arms are so uneven that the coin, or the counting, must be broken: p below 1 in 1,000. */
export function isUneven({ shown, expected, variance }: SampleRatio): boolean {
  return variance > 0 && (shown - expected) ** 2 / variance > 10.828;
}
