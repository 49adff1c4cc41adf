import { sessionOf } from "../../log/events/session-of.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { heardBy, recordChosen, showLessons } from "../trial/show-lessons.js";
import { type FailureRow, failures } from "./fold/failures.js";
import type { AboutCall } from "./record-failure.js";
import { sortOf } from "./rules/call.js";
import { failureId } from "./rules/identity.js";
import { knownFailure } from "./rules/known.js";
import type { Pair } from "./rules/pairs.js";
import { mayTeach } from "./rules/state.js";
import { textAtFailure, textOfUnsolved } from "./rules/text.js";
import { isUnsolved } from "./rules/when.js";
import { evenWeights, likeness, wordsOfFailure } from "./rules/words.js";

/**
 * What earlier sessions know of a failure that was just recorded, as a line for the agent, shown once to a
 * run. Empty when they know nothing to do about it.
 */
export async function tellKnownFailure(
  context: Context,
  writer: LedgerWriter,
  signature: string,
  about: AboutCall,
): Promise<string> {
  const lesson = failureId(signature);
  const row = await writer.row(failures, lesson);
  if (row === undefined || row.retired !== null || !mayTeach(row.kind)) return "";
  const session = sessionOf({ ...about, data: about });
  const showing = { ...about, verb: "reflect", moment: "failure", fresh: true } as const;
  const known = knownFailure(row, session, nearTo(row));
  // A lesson that was born in this very session says only what the agent has just seen.
  if (known !== undefined && (known.word !== "" || row.sessions.some((each) => each !== session))) {
    const line = { lesson, text: textAtFailure(known) };
    const [shown] = await showLessons(context, writer, showing, [line]);
    return shown?.text ?? "";
  }
  const others = row.sessionCount - (session !== undefined && row.sessions.includes(session) ? 1 : 0);
  if (!isUnsolvedFor(row, session, others)) return "";
  if ((await heardBy(writer, about.run, "failure")).has(lesson)) return "";
  // It is no lesson: nothing is learned by keeping it from anybody.
  const line = { lesson, text: textOfUnsolved(others), probability: 1, position: 1 };
  const [shown] = await recordChosen(writer, showing, { shown: [line], heldOut: [] });
  return shown?.text ?? "";
}

function isUnsolvedFor(row: FailureRow, session: string | undefined, others: number): boolean {
  const answered = row.answeredIn.filter((each) => each !== session).length;
  const worked = row.worked.filter((each) => each.session !== session).length;
  return isUnsolved({
    sessions: others,
    again: row.newest.session === session && row.newest.times > 1,
    failures: Math.min(others, row.sessions.length),
    open: Math.min(others, row.sessions.length) - Math.max(answered, worked),
    hasPair: row.pairs.length > 0 || row.word !== null,
  });
}

/** How alike the call that failed now is to the one of a pair. */
function nearTo({ tool, input, cause }: FailureRow): (pair: Pair) => number {
  const words = wordsOfFailure({ tool, sort: sortOf(tool), text: input }, cause);
  return ({ failed, line }) => likeness(words, wordsOfFailure(failed, line), evenWeights);
}
