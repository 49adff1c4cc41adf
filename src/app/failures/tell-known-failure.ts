import { isKnownFailingTest, testNamed } from "../../engines/failures/failure-state.js";
import { knownFailure } from "../../engines/failures/known-failure.js";
import { knownFailingTest, textAtFailure } from "../../engines/failures/lesson-text.js";
import { failureId } from "../../engines/failures/signature.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { type FailureRow, failures } from "../../projections/failures.js";
import type { Context } from "../context.js";
import { showLessons } from "../trials/show-lessons.js";
import type { AboutCall } from "./record-failure.js";

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
  const session = sessionOf({ ...about, data: about });
  const text = row === undefined || row.retired !== null ? "" : textFor(row, session);
  if (text === "") return "";
  const showing = { ...about, verb: "reflect", moment: "failure", fresh: true } as const;
  const [shown] = await showLessons(context, writer, showing, [{ lesson, text }]);
  return shown?.text ?? "";
}

function textFor(row: FailureRow, session: string | undefined): string {
  const known = knownFailure(row, session);
  if (known !== undefined) return textAtFailure(known);
  const others = row.sessionCount - 1;
  if (!isKnownFailingTest(row.kind, row.cause, others)) return "";
  return knownFailingTest(testNamed(row.cause) ?? "", others);
}
