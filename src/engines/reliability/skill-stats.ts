import { type Config, defaults } from "../../config/settings.js";
import { countsAsEvidence } from "./attribution.js";
import { newestKnown } from "./moment.js";
import type { RunOutcome } from "./run-outcome.js";
import { withoutNoise } from "./without-noise.js";

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

type SkillSettings = Config["skills"];

/** The stats after one more outcome, as a new record. */
export function updateSkillStats(
  stats: Readonly<Record<string, SkillStats>>,
  outcome: RunOutcome,
  settings: SkillSettings = defaults.skills,
): Record<string, SkillStats> {
  if (!countsAsEvidence(outcome)) return { ...stats };
  const updated = outcome.skillsUsed.map((skill) => {
    // A skill may be called like something that every object inherits.
    const before = Object.hasOwn(stats, skill) ? stats[skill] : undefined;
    return [skill, addSkillRun(before, skill, outcome, settings)] as const;
  });
  return Object.fromEntries([...Object.entries(stats), ...updated]);
}

/** The stats of one skill after one more run that counts as evidence. */
export function addSkillRun(
  before: SkillStats | undefined,
  skillId: string,
  { result, at }: RunOutcome,
  settings: SkillSettings = defaults.skills,
): SkillStats {
  const runs = (before?.runs ?? 0) + 1;
  const successes = (before?.successes ?? 0) + (result === "success" ? 1 : 0);
  const failures = (before?.failures ?? 0) + (result === "failure" ? 1 : 0);
  return {
    skillId,
    runs,
    successes,
    failures,
    score: withoutNoise((successes - settings.failureWeight * failures) / runs),
    lastUsedAt: newestKnown([before?.lastUsedAt ?? at, at]) ?? at,
  };
}
