import { heardList } from "../../lessons/directive/fold/directive-lists.js";
import { questionAbout, type UnsolvedFailure, unsolvedFailures } from "../../lessons/unsolved.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { views } from "../../log/views.js";
import type { Context } from "../call/context.js";
import { isPaused } from "./pause.js";

/** How many of a person's corrections wait for that person. */
export function countHeard(reader: LedgerReader): Promise<number> {
  return reader.countPlaces(views.directives, { list: heardList });
}

/** What only the person knows, for the start of a session, at most once a day; undefined when nothing waits. */
export async function reviewNotice(context: Context): Promise<string | undefined> {
  const { count, asked } = await context.ledger.read(async (reader) =>
    (await isPaused(context, reader, undefined))
      ? { count: 0, asked: [] }
      : { count: await countHeard(reader), asked: await unsolvedFailures(reader) },
  );
  const lines = [...(count === 0 ? [] : [reviewLine(count)]), ...asked.slice(0, 1).map(askedLine)];
  if (lines.length === 0 || !context.lastSeen.isFirstToday("review", context.clock())) return undefined;
  return lines.join("\n");
}

function askedLine(failure: UnsolvedFailure): string {
  return `${failure.text}. ${questionAbout(failure)} Answer with: whetstone lessons review`;
}

export function reviewLine(count: number): string {
  return count === 1
    ? "1 of your corrections waits: whetstone lessons review"
    : `${count} of your corrections wait: whetstone lessons review`;
}
