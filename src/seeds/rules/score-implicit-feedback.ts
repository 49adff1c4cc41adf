import type { RunSignals } from "../../engines/outcomes/outcome.js";
import { describeScore, type Score, scoreOutcome } from "../../engines/outcomes/score.js";
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
  const outcome: RunSignals = {
    result: signals.success ? "success" : "failure",
    durationMs: signals.duration_ms,
    errorCount: signals.error_count,
    retryCount: signals.retry_count,
  };
  const score = scoreOutcome(outcome, settings);
  const { type, value, parts } = score;
  return { signals, type, raw_value: value, parts, reasoning: describeScore(outcome, score, settings) };
}
