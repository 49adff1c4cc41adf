import type { WaitOptions } from "../../log/store/ledger.js";
import type { Context } from "../../verbs/call/context.js";
import { failures, formerList } from "./fold/failures.js";

/** The rest follows with the next session. */
const mostAtOnce = 1_000;

const reason =
  "it was learned before the calls themselves were kept, so there is nothing of it to quote; if the failure comes " +
  "again, it is learned anew";

/** Puts away the lessons that a former reader of failures made, except those that a person decided about. */
export async function supersedeFormerLessons(
  { ledger, actor, origin }: Context,
  options: WaitOptions,
): Promise<void> {
  const page = { list: formerList, limit: mostAtOnce };
  const known = await ledger.read((reader) => reader.rowsFrom(failures, page), options);
  if (known.length === 0) return;
  await ledger.write(async (writer) => {
    const rows = await writer.rowsFrom(failures, page);
    const lessons = rows.map(({ row }) => row.lesson);
    if (lessons.length === 0) return;
    await writer.append({ type: "lessons-superseded", data: { lessons, reason }, actor, origin });
  }, options);
}
