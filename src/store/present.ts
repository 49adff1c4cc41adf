import type { RecordedEvent } from "../events/envelope.js";
import type { JsonObject } from "../json.js";
import { byBytes } from "./by-bytes.js";
import type { Differences } from "./differences.js";
import type { RowCache } from "./row-cache.js";
import type { Between, KeyedRow, Marks, Page, ReadTransaction, Rejection, Soon } from "./store.js";

/**
 * What the store holds, and over it the rows that the events since have changed: every row is what the whole
 * log says.
 */
export class Present implements ReadTransaction {
  readonly #tx: ReadTransaction;
  readonly #rows: RowCache;

  constructor(tx: ReadTransaction, rows: RowCache) {
    this.#tx = tx;
    this.#rows = rows;
  }

  head(): Soon<number> {
    return this.#tx.head();
  }

  marks(): Soon<Marks> {
    return this.#tx.marks();
  }

  eventsAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#tx.eventsAfter(seq, limit);
  }

  eventById(id: string): Promise<RecordedEvent | undefined> {
    return this.#tx.eventById(id);
  }

  eventByKey(key: string): Promise<RecordedEvent | undefined> {
    return this.#tx.eventByKey(key);
  }

  rejected(limit: number): Promise<readonly Rejection[]> {
    return this.#tx.rejected(limit);
  }

  countRejected(): Promise<number> {
    return this.#tx.countRejected();
  }

  row(view: string, key: string): Soon<JsonObject | undefined> {
    const here = this.#rows.peek(view, key);
    return here === undefined ? this.#tx.row(view, key) : here.value;
  }

  async rows(view: string, page: Page): Promise<readonly KeyedRow[]> {
    const { byKey, keys } = this.#rows.differencesIn(view);
    if (keys.length === 0) return this.#tx.rows(view, page);
    const { after, limit } = page;
    const kept = await this.#unchanged(view, byKey, page);
    // Beyond what fills the page nothing more can be on it.
    const last = kept[limit - 1]?.key;
    const changed: KeyedRow[] = [];
    for (let at = placeAfter(keys, after); at < keys.length && changed.length < limit; at += 1) {
      const key = keys[at] ?? "";
      if (last !== undefined && byBytes(key, last) > 0) break;
      const row = byKey.get(key)?.row;
      if (row !== undefined) changed.push({ key, row });
    }
    return [...kept, ...changed].sort((a, b) => byBytes(a.key, b.key)).slice(0, limit);
  }

  /**
   * Rows as the store has them, as many as a page holds where there are so many, without those that differ.
   */
  async #unchanged(view: string, byKey: Differences["byKey"], page: Page): Promise<readonly KeyedRow[]> {
    const kept: KeyedRow[] = [];
    for (let from = page; ; ) {
      const rows = await this.#tx.rows(view, from);
      kept.push(...rows.filter(({ key }) => !byKey.has(key)));
      const last = rows.at(-1);
      if (kept.length >= page.limit || rows.length < page.limit || last === undefined) return kept;
      from = { after: last.key, limit: page.limit };
    }
  }

  async countRows(view: string, between?: Between): Promise<number> {
    const { byKey, keys } = this.#rows.differencesIn(view);
    let count = await this.#tx.countRows(view, between);
    for (let at = placeAfter(keys, between?.after); at < keys.length; at += 1) {
      const key = keys[at] ?? "";
      if (between !== undefined && byBytes(key, between.before) >= 0) break;
      const { row, inStore } = byKey.get(key) ?? { row: undefined, inStore: false };
      count += Number(row !== undefined) - Number(inStore);
    }
    return count;
  }
}

/** Where the keys after this one begin. */
function placeAfter(keys: readonly string[], after: string | undefined): number {
  if (after === undefined) return 0;
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byBytes(keys[middle] ?? "", after) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}
