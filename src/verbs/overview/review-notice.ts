import { heardList } from "../../lessons/directive/fold/directive-lists.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { views } from "../../log/views.js";
import type { Context } from "../call/context.js";
import { isPaused } from "./pause.js";

/** How many of a person's corrections wait for that person. */
export function countHeard(reader: LedgerReader): Promise<number> {
  return reader.countPlaces(views.directives, { list: heardList });
}

/** One line for the person at the start of a session, at most once a day; undefined when nothing waits. */
export async function reviewNotice(context: Context): Promise<string | undefined> {
  const count = await context.ledger.read(async (reader) =>
    (await isPaused(context, reader, undefined)) ? 0 : countHeard(reader),
  );
  if (count === 0 || !context.lastSeen.isFirstToday("review", context.clock())) return undefined;
  return reviewLine(count);
}

export function reviewLine(count: number): string {
  return count === 1
    ? "1 of your corrections waits: whetstone lessons review"
    : `${count} of your corrections wait: whetstone lessons review`;
}
