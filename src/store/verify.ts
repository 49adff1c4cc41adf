import { isDeepStrictEqual } from "node:util";
import type { Config } from "../config/settings.js";
import { readEvent } from "../events/catalog.js";
import type { Projection } from "../projections/projection.js";
import { foldEvent } from "./fold.js";
import type { Progress } from "./rebuild.js";
import { RowCache } from "./row-cache.js";
import type { KeyedRow, ReadTransaction } from "./store.js";

/**
 * Folds the whole log once more, in memory, and compares every row with what the store holds.
 * Returns a sentence for each difference. It is the proof that the views say what the log says, and nothing else.
 */
export async function verify(
  tx: ReadTransaction,
  projections: readonly Projection[],
  config: Config,
  onProgress: Progress,
): Promise<readonly string[]> {
  const fresh = await foldInMemory(tx, projections, config, onProgress);
  const differences: string[] = [];
  for (const { name } of projections) {
    const live = new Map((await allRows(tx, name)).map(({ key, row }) => [key, row]));
    const expected = fresh.rowsOf(name);
    for (const key of new Set([...live.keys(), ...expected.keys()])) {
      if (!isDeepStrictEqual(live.get(key), expected.get(key)))
        differences.push(`row '${key}' of '${name}' is not what the log says`);
    }
  }
  return differences;
}

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

async function foldInMemory(
  tx: ReadTransaction,
  projections: readonly Projection[],
  config: Config,
  onProgress: Progress,
): Promise<RowCache> {
  const rows = new RowCache({ row: async () => undefined });
  const head = await tx.head();
  for (let seq = 0; seq < head; ) {
    const page = (await tx.eventsAfter(seq, config.store.rebuildBatchEvents)).map(readEvent);
    for (const event of page) {
      for (const projection of projections) await foldEvent(rows, projection, projection.name, event, config);
    }
    seq = page.at(-1)?.seq ?? head;
    onProgress(seq, head);
  }
  return rows;
}
