import { keepExample, newTally, type PastTally } from "./past-rules.js";
import type { PreparedCheck } from "./prepared-check.js";

/** A commit as the log of a repository has it. */
export interface LoggedCommit {
  readonly hash: string;
  readonly at: string;
  readonly subject: string;
  readonly body: string;
}

/** What commits say of a check of their messages; undefined for a check of something else. */
export function commitTally(
  { ofMessage }: PreparedCheck,
  since: string | undefined,
  commits: readonly LoggedCommit[],
): PastTally | undefined {
  if (ofMessage === undefined) return undefined;
  const tally = newTally();
  for (const { hash, at, subject, body } of commits) {
    if (since !== undefined && at < since) continue;
    const state = ofMessage({ subject, body });
    tally[state] += 1;
    const about = { session: hash.slice(0, 10), agent: "git", at, call: hash };
    const moment = { ...about, did: subject, prompt: undefined, next: undefined };
    keepExample(tally, { finding: { state, what: subject }, moment });
  }
  return tally;
}
