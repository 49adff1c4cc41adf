import { expectCount, expectNumber, refuseValue } from "../../runs/outcomes/expect.js";
import type { RunSignals } from "../../runs/outcomes/outcome.js";
import { describeScore, type Score, scoreOutcome } from "../../runs/outcomes/score.js";
import { type ScoreConfig, scoreSettings } from "./configs.js";

/** The feedback that an outcome implies, in the swarm's words. */
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

export interface ScoredOutcome extends Omit<Score, "value"> {
  readonly signals: OutcomeSignals;
  /** 0 to 1, not decayed. */
  readonly raw_value: number;
  readonly reasoning: string;
}

/** Turns duration, errors, retries and success into one value and a judgement, and says what made it. */
export function scoreImplicitFeedback(signals: OutcomeSignals, config: ScoreConfig = {}): ScoredOutcome {
  const settings = scoreSettings(config);
  const { success } = signals;
  // The text "false" is true to JavaScript.
  if (typeof success !== "boolean") refuseValue("success", success, "true or false, not a text or a number");
  const outcome: RunSignals = {
    result: success ? "success" : "failure",
    durationMs: expectNumber("duration_ms", signals.duration_ms, 0, Number.POSITIVE_INFINITY),
    errorCount: expectCount("error_count", signals.error_count),
    retryCount: expectCount("retry_count", signals.retry_count),
  };
  const score = scoreOutcome(outcome, settings);
  const { type, value, parts } = score;
  return { signals, type, raw_value: value, parts, reasoning: describeScore(outcome, score, settings) };
}
