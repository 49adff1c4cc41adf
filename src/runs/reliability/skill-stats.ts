import { newestKnown } from "../outcomes/moment.js";
import type { RunResult } from "../outcomes/outcome.js";
import { withoutNoise } from "../outcomes/rounding.js";

/** How the runs that used a skill ended. */
export interface SkillStats {
  readonly skillId: string;
  readonly runs: number;
  readonly successes: number;
  /** Runs that failed; a partial one is in `runs` alone. */
  readonly failures: number;
  readonly score: number;
  readonly lastUsedAt: string;
}

/**
 * What a failure takes off, in successes. The governance names `skillStats` and gives no number: below 1, so
 * that a skill which works as often as it fails is still a little better than nothing.
 */
export const failureWeight = 0.75;

/** The stats of one skill after one more run that counts as evidence. */
export function addSkillRun(
  before: SkillStats | undefined,
  skillId: string,
  result: RunResult,
  at: string,
): SkillStats {
  const runs = (before?.runs ?? 0) + 1;
  const successes = (before?.successes ?? 0) + (result === "success" ? 1 : 0);
  const failures = (before?.failures ?? 0) + (result === "failure" ? 1 : 0);
  return {
    skillId,
    runs,
    successes,
    failures,
    score: withoutNoise((successes - failureWeight * failures) / runs),
    lastUsedAt: newestKnown([before?.lastUsedAt ?? at, at]) ?? at,
  };
}
