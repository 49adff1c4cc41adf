import type { Around, Finding } from "../check/call.js";
import type { Check } from "../check/check.js";
import { checkedCall } from "../check/checked-call.js";
import { type PreparedCheck, prepareCheck } from "../check/prepared-check.js";
import { checkMatchers } from "../predicate/check-matchers.js";
import { withoutSurroundings } from "../rules/forbidden/read-call.js";
import type { ChangedFile, GitHistory } from "./git-history.js";

/** What a branch breaks of a check: subjects of commits, or files. */
export type BranchBreaches = readonly string[];

/**
 * What the commits and the files of a branch say of each check; undefined for one that only a session can answer,
 * such as whether a command was run.
 */
export async function breachesOfBranch(
  checks: readonly Check[],
  history: GitHistory,
  from: string,
): Promise<readonly (BranchBreaches | undefined)[]> {
  const [commits, files] = [await history.commits(from), await history.changed(from)];
  const matchers = checkMatchers();
  return checks.map((check) => {
    const prepared = prepareCheck(check, matchers);
    const { ofMessage } = prepared;
    if (ofMessage !== undefined)
      return commits.filter((each) => ofMessage(each) === "broken").map(({ subject }) => subject);
    if (!isAboutFiles(check)) return undefined;
    return files.flatMap((each) => (stateOf(prepared, each) === "broken" ? [each.file] : []));
  });
}

function isAboutFiles(check: Check): boolean {
  if ("never" in check) return !("run" in check.never);
  return "newFile" in check || "limit" in check;
}

/** A change of a branch is asked like the edit that would make it. */
function stateOf(
  { atCall }: PreparedCheck,
  { file, before, after }: ChangedFile,
): Finding["state"] | undefined {
  const isOld = before !== undefined;
  const edits = [{ file, before: before ?? "", after, whole: true }];
  const call = checkedCall({ tool: "Write", files: [file], writes: true, edits }, "", withoutSurroundings);
  const around: Around = {
    state: undefined,
    repositoryOf: () => undefined,
    branchOf: () => undefined,
    exists: () => isOld,
  };
  return atCall(call, around)?.state;
}
