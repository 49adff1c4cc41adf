import * as z from "zod/mini";
import { counted } from "../base/text/counted.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { views } from "../log/views.js";
import { field } from "../verbs/call/field.js";
import type { Immutable } from "../verbs/call/immutable.js";
import { type FailureRow, isLesson, recurringList } from "./failure/fold/failures.js";
import { stateOfFailure } from "./failure/rules/state.js";
import { isUnsolved } from "./failure/rules/when.js";

/** A failure that a person is asked about. */
export const unsolvedOutput = z.strictObject({
  lesson: field("The id of the failure lesson.", z.string()),
  text: field("What failed and why.", z.string()),
  sessions: field("In how many sessions it failed.", z.int()),
});

export type UnsolvedFailure = Immutable<z.output<typeof unsolvedOutput>>;

/** Failures that keep coming are looked at from the most frequent on. */
const mostFrequent = 40;
/** A person who has answered these is asked about the next. */
const mostAsked = 3;

/** What nobody solved: only the person knows what agents should do. */
export async function unsolvedFailures(reader: LedgerReader): Promise<readonly UnsolvedFailure[]> {
  const query = { list: recurringList, limit: mostFrequent };
  const rows = (await reader.rowsFrom<FailureRow>(views.failures, query)).map(({ row }) => row);
  return rows
    .filter((row) => isLesson(row) && stateOfFailure(row) === "unsolved" && isAskedAbout(row))
    .slice(0, mostAsked)
    .map(({ lesson, text, sessionCount }) => ({ lesson, text, sessions: sessionCount }));
}

function isAskedAbout({ sessionCount, sessions, answeredIn, worked, pairs }: FailureRow): boolean {
  const failed = Math.min(sessionCount, sessions.length);
  const open = failed - Math.max(answeredIn.length, worked.length);
  return isUnsolved({ sessions: failed, again: false, failures: failed, open, hasPair: pairs.length > 0 });
}

/** What the person is asked. */
export function questionAbout({ sessions }: Pick<UnsolvedFailure, "sessions">): string {
  return `It failed in ${counted(sessions, "session")}, and no fix is known. What should agents do?`;
}
