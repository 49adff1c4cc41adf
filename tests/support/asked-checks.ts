import type { Around, CheckedCall } from "../../src/lessons/directive/check/call.js";
import { parseCheck } from "../../src/lessons/directive/check/check.js";
import { checkedCall } from "../../src/lessons/directive/check/checked-call.js";
import { prepareCheck } from "../../src/lessons/directive/check/prepared-check.js";
import { checkMatchers } from "../../src/lessons/directive/predicate/check-matchers.js";
import { withoutSurroundings } from "../../src/lessons/directive/rules/forbidden/read-call.js";

/** A call as a check sees it: a command line, or an edit of a file from one text to another. */
export type Tried = string | { readonly file: string; readonly before?: string; readonly after: string };

function callOf(tried: Tried): CheckedCall {
  const use =
    typeof tried === "string"
      ? { tool: "Bash", command: tried, files: [], writes: false, edits: [] }
      : { tool: "Edit", files: [tried.file], writes: true, edits: [wholeEdit(tried)] };
  return checkedCall(use, "/project", withoutSurroundings);
}

function wholeEdit({ file, before, after }: Exclude<Tried, string>) {
  return { file, before, after, whole: true };
}

/** A session on `main` that edited a file and has run nothing since. */
const edited: Around = {
  state: {
    ...{ session: "s", began: 1, unseen: 0 },
    repositories: [
      { repository: "here", edits: [{ thread: "s", seq: 5, at: "2026-01-01T10:00:00Z" }], ran: [] },
    ],
  },
  repositoryOf: (folder) => (folder.startsWith("/tmp") ? undefined : "here"),
  branchOf: () => "main",
  exists: () => false,
};

/** What a check says of a call; undefined where it does not apply. */
export function stateOf(check: unknown, tried: Tried, around: Partial<Around> = {}) {
  return prepareCheck(parseCheck(check), checkMatchers()).atCall(callOf(tried), { ...edited, ...around })
    ?.state;
}
