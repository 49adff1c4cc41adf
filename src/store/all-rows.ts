import type { KeyedRow, ReadTransaction } from "./store.js";

/** All rows in order of key, page by page, so that no silent limit cuts them off. */
export async function allRows(tx: ReadTransaction, view: string): Promise<readonly KeyedRow[]> {
  const limit = 1_000;
  const all: KeyedRow[] = [];
  for (let after: string | undefined; ; ) {
    const page = await tx.rows(view, after === undefined ? { limit } : { limit, after });
    all.push(...page);
    after = page.at(-1)?.key;
    if (page.length < limit) return all;
  }
}
