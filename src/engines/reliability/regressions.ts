import { type Config, defaults } from "../../config/settings.js";
import { judgedAdapters } from "./attribution.js";
import type { RunOutcome, RunResult } from "./run-outcome.js";

/** An adapter that had done well for long and then did not. */
export interface Regression {
  readonly adapterId: string;
  readonly runId: string;
  readonly result: RunResult;
  readonly at: string;
  readonly successesBefore: number;
}

/**
 * The adapters whose newest outcome ended as long a row of successes as would have let a person relax their
 * policy.
 */
export function findRegressions(
  outcomes: readonly RunOutcome[],
  settings: Pick<Config["policy"], "relaxAfterSuccesses"> = defaults.policy,
): Regression[] {
  const streaks = new Map<string, number>();
  const regressions = new Map<string, Regression>();
  for (const outcome of outcomes) {
    for (const adapterId of judgedAdapters(outcome)) {
      const successesBefore = streaks.get(adapterId) ?? 0;
      const { runId, result, at } = outcome;
      streaks.set(adapterId, result === "success" ? successesBefore + 1 : 0);
      regressions.delete(adapterId);
      if (result === "success" || successesBefore < settings.relaxAfterSuccesses) continue;
      regressions.set(adapterId, { adapterId, runId, result, at, successesBefore });
    }
  }
  return [...regressions.values()];
}
