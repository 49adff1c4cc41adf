import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { views } from "../../log/views.js";
import type { DirectiveRow } from "./fold/directive-row.js";

const page = 256;

/** Every row of a list, page by page. */
export async function* rowsIn(
  reader: LedgerReader,
  list: string,
): AsyncGenerator<DirectiveRow, void, undefined> {
  for (let after: string | undefined; ; ) {
    const placed = await reader.rowsFrom<DirectiveRow>(views.directives, { list, after, limit: page });
    for (const { row } of placed) yield row;
    if (placed.length < page) return;
    after = placed.at(-1)?.place;
  }
}

/** The directive that is meant by an id or the beginning of one. */
export async function directiveRow(reader: LedgerReader, given: string): Promise<DirectiveRow> {
  // It knows lessons of every kind: what only lists directives, as each check of a tool does, loads none of it.
  const { lessonIdOf, noLesson } = await import("../find-lesson.js");
  const row = await reader.row<DirectiveRow>(views.directives, await lessonIdOf(reader, given));
  if (row === undefined) throw noLesson(given);
  return row;
}
