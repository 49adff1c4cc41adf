import { type Config, defaults } from "../../config/settings.js";
import { type ScoreConfig, scoreSettings } from "./learning-config.js";

/** What an outcome says without anyone giving feedback. */
export interface OutcomeSignals {
  readonly bead_id: string;
  readonly duration_ms: number;
  readonly error_count: number;
  readonly retry_count: number;
  readonly success: boolean;
  readonly timestamp: string;
  readonly files_touched?: readonly string[];
  readonly strategy?: string;
}

export type FeedbackType = "helpful" | "neutral" | "harmful";

export interface ScoredOutcome {
  readonly signals: OutcomeSignals;
  readonly type: FeedbackType;
  /** 0 to 1, not decayed. */
  readonly raw_value: number;
  readonly parts: {
    readonly success: number;
    readonly duration: number;
    readonly errors: number;
    readonly retries: number;
  };
  readonly reasoning: string;
}

type ScoreSettings = Config["outcomes"];

/**
 * Turns duration, errors, retries and success into one value and a judgement, and says in words what made it.
 */
export function scoreImplicitFeedback(
  signals: OutcomeSignals,
  config: ScoreConfig = defaults.outcomes,
): ScoredOutcome {
  const settings = scoreSettings(config);
  const judged = implicitFeedback(signals, settings);
  return { signals, ...judged, reasoning: reasoning(signals, judged.raw_value, settings) };
}

/** The same without the words, for folds: they ask for every event, and nobody reads it. */
export function implicitFeedback(
  signals: Pick<OutcomeSignals, "duration_ms" | "error_count" | "retry_count" | "success">,
  settings: ScoreSettings,
): Pick<ScoredOutcome, "type" | "raw_value" | "parts"> {
  const parts = {
    success: signals.success ? settings.successScore : settings.failureScore,
    duration: durationScore(signals.duration_ms, settings),
    errors: bucket(signals.error_count, settings.fewErrorsMax, [
      settings.noErrorsScore,
      settings.fewErrorsScore,
      settings.manyErrorsScore,
    ]),
    retries: bucket(signals.retry_count, settings.fewRetriesMax, [
      settings.noRetriesScore,
      settings.fewRetriesScore,
      settings.manyRetriesScore,
    ]),
  };
  // The order of the sum is part of the contract: another order gives another last bit.
  const raw_value =
    settings.successWeight * parts.success +
    settings.durationWeight * parts.duration +
    settings.errorsWeight * parts.errors +
    settings.retriesWeight * parts.retries;
  return { type: judge(raw_value, settings), raw_value, parts };
}

function durationScore(durationMs: number, settings: ScoreSettings): number {
  if (durationMs < settings.fastBelowMs) return settings.fastScore;
  return durationMs > settings.slowAboveMs ? settings.slowScore : settings.mediumScore;
}

function bucket(count: number, fewMax: number, [none, few, many]: readonly [number, number, number]): number {
  if (count === 0) return none;
  return count <= fewMax ? few : many;
}

function judge(
  value: number,
  { helpfulAtLeast, harmfulAtMost, toleranceRatio }: ScoreSettings,
): FeedbackType {
  if (value >= helpfulAtLeast - toleranceRatio) return "helpful";
  return value <= harmfulAtMost + toleranceRatio ? "harmful" : "neutral";
}

function reasoning(signals: OutcomeSignals, value: number, settings: ScoreSettings): string {
  const pace =
    signals.duration_ms < settings.fastBelowMs
      ? "fast"
      : signals.duration_ms > settings.slowAboveMs
        ? "slow"
        : "medium pace";
  const said = [
    signals.success ? "succeeded" : "did not succeed",
    `${pace} (${minutes(signals.duration_ms)})`,
    signals.error_count === 0 ? "no errors" : plural(signals.error_count, "error", "errors"),
    signals.retry_count === 0 ? "no retries" : plural(signals.retry_count, "retry", "retries"),
  ];
  return `${said.join(", ")}: raw score ${Number(value.toFixed(4))} is ${judge(value, settings)}`;
}

function minutes(ms: number): string {
  return ms < 60_000 ? `${Number((ms / 1_000).toFixed(1))} s` : `${Number((ms / 60_000).toFixed(1))} min`;
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
