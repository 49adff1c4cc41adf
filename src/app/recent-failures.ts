import type { Config } from "../config/settings.js";
import { describeScore, scoreOutcome } from "../engines/outcomes/score.js";
import type { LedgerReader } from "../store/ledger-reader.js";

export interface RecentFailure {
  readonly outcome: string;
  readonly at: string;
  readonly task: string | null;
  readonly strategy: string | null;
  readonly details: string | null;
  readonly reasoning: string;
}

/**
 * How many of the newest outcomes are looked through for failures, within which end of the log, and how many
 * are listed.
 */
const outcomesLookedAt = 100;
const eventsLookedAt = 500;
const failuresListed = 5;

export async function recentFailures(
  reader: LedgerReader,
  settings: Config["outcomes"],
): Promise<readonly RecentFailure[]> {
  const newest = await reader.recentOutcomes(outcomesLookedAt, eventsLookedAt);
  const failed = newest.filter((event) => event.data.result !== "success").slice(0, failuresListed);
  return failed.map((event) => ({
    outcome: event.id,
    at: event.at,
    task: event.task ?? null,
    strategy: event.data.strategy ?? null,
    details: event.data.failureDetails ?? null,
    reasoning: describeScore(event.data, scoreOutcome(event.data, settings), settings),
  }));
}
