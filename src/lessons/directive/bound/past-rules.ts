import { commitTally, type LoggedCommit } from "../check/past-commits.js";
import { type AskedCheck, newTally, PastRules, type PastTally } from "../check/past-rules.js";
import { prepareCheck } from "../check/prepared-check.js";
import { checkMatchers } from "../predicate/check-matchers.js";

export { newTally, type PastTally };

/** Checks that are ready to be asked of past sessions. */
export function pastRules(
  checks: readonly AskedCheck[],
  topOf: (folder: string) => string | undefined,
): PastRules {
  return new PastRules(checks, checkMatchers(), topOf);
}

/** What commits say of each of these checks; undefined for one that is not about their messages. */
export function commitTallies(
  checks: readonly AskedCheck[],
  commits: readonly LoggedCommit[],
): readonly (PastTally | undefined)[] {
  const matchers = checkMatchers();
  return checks.map(({ check, since }) => commitTally(prepareCheck(check, matchers), since, commits));
}
