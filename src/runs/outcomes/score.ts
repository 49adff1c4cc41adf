import type { Config } from "../../base/config/settings.js";
import type { RunSignals } from "./outcome.js";
import { roundTo } from "./rounding.js";

export const feedbackTypes = ["helpful", "neutral", "harmful"] as const;
export type FeedbackType = (typeof feedbackTypes)[number];

/** What an outcome implies without anyone giving feedback. */
export interface Score {
  readonly type: FeedbackType;
  /** 0 to 1, not decayed. */
  readonly value: number;
  readonly parts: {
    readonly success: number;
    readonly duration: number;
    readonly errors: number;
    readonly retries: number;
  };
}

/**
 * Sums and shares this close to a bound are on it: 0.4 + 0.06 + 0.12 + 0.12 is exactly 0.7 on paper and a
 * little less in binary.
 */
export const tolerance = 1e-9;

/**
 * What each band of a signal scores: the swarm's table "What Gets Scored". A partial run did not succeed. The
 * bounds between the bands are settings.
 */
const bands = {
  success: { yes: 1, no: 0 },
  duration: { fast: 1, medium: 0.6, slow: 0.2 },
  errors: { none: 1, few: 0.6, many: 0.2 },
  retries: { none: 1, few: 0.7, many: 0.3 },
} as const;

/** The swarm's `rawScore`: the share of each signal, and what the sum means. */
export const scoreWeights = { success: 0.4, duration: 0.2, errors: 0.2, retries: 0.2 } as const;
export const helpfulAtLeast = 0.7;
export const harmfulAtMost = 0.4;

/** The swarm's table: one retry is still neutral, two are harmful. */
const fewRetriesMax = 1;

type ScoreSettings = Config["outcomes"];

/** One value and a judgement from success, duration, errors and retries. */
export function scoreOutcome(outcome: RunSignals, settings: ScoreSettings): Score {
  const parts = {
    success: bands.success[outcome.result === "success" ? "yes" : "no"],
    duration: bands.duration[paceOf(outcome.durationMs, settings)],
    errors: bands.errors[amountOf(outcome.errorCount, settings.fewErrorsMax)],
    retries: bands.retries[amountOf(outcome.retryCount, fewRetriesMax)],
  };
  // The order of the sum is part of the contract: another order gives another last bit.
  const value =
    scoreWeights.success * parts.success +
    scoreWeights.duration * parts.duration +
    scoreWeights.errors * parts.errors +
    scoreWeights.retries * parts.retries;
  return { type: judge(value), value, parts };
}

/** What made the score, in words. */
export function describeScore(outcome: RunSignals, { value, type }: Score, settings: ScoreSettings): string {
  const { durationMs, errorCount, retryCount } = outcome;
  const pace = paceOf(durationMs, settings);
  const facts = [
    outcome.result === "success" ? "succeeded" : "did not succeed",
    `${pace === "medium" ? "medium pace" : pace} (${minutes(durationMs)})`,
    errorCount === 0 ? "no errors" : plural(errorCount, "error", "errors"),
    retryCount === 0 ? "no retries" : plural(retryCount, "retry", "retries"),
  ];
  return `${facts.join(", ")}: raw score ${roundTo(value, 4)} is ${type}`;
}

function paceOf(
  durationMs: number,
  { fastBelowMs, slowAboveMs }: ScoreSettings,
): keyof typeof bands.duration {
  if (durationMs < fastBelowMs) return "fast";
  return durationMs > slowAboveMs ? "slow" : "medium";
}

function amountOf(count: number, fewMax: number): keyof typeof bands.errors {
  if (count === 0) return "none";
  return count <= fewMax ? "few" : "many";
}

function judge(value: number): FeedbackType {
  if (value >= helpfulAtLeast - tolerance) return "helpful";
  return value <= harmfulAtMost + tolerance ? "harmful" : "neutral";
}

function minutes(ms: number): string {
  return ms < 60_000 ? `${roundTo(ms / 1_000, 1)} s` : `${roundTo(ms / 60_000, 1)} min`;
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
