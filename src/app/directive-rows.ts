import { type DirectiveRow, directives } from "../projections/directives.js";
import type { LedgerReader } from "../store/ledger-reader.js";

const page = 256;

/** Every row of a list, page by page. */
export async function* rowsIn(
  reader: LedgerReader,
  list: string,
): AsyncGenerator<DirectiveRow, void, undefined> {
  for (let after: string | undefined; ; ) {
    const placed = await reader.rowsFrom(directives, { list, after, limit: page });
    for (const { row } of placed) yield row;
    if (placed.length < page) return;
    after = placed.at(-1)?.place;
  }
}
