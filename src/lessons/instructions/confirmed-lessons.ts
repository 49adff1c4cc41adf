import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import type { Published } from "../kind.js";
import { kinds } from "../kinds.js";

/** A lesson as it may stand in a file. */
export interface Confirmed extends Published {
  readonly lesson: string;
}

/** What a person stands behind, rules first. */
export async function confirmedLessons(
  context: Context,
  reader: LedgerReader,
): Promise<readonly Confirmed[]> {
  const confirmed: Confirmed[] = [];
  for (const { view, published } of kinds.toReversed())
    for (const row of await reader.rows(view)) {
      const line = published(row, context);
      if (line !== undefined) confirmed.push({ lesson: row.lesson, ...line });
    }
  return confirmed;
}
