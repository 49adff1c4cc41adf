import type { RecordedEvent } from "../events/envelope.js";
import type { JsonObject } from "../json.js";
import { byBytes } from "./by-bytes.js";
import type { RowCache } from "./row-cache.js";
import { listsOf, placeKey, viewOfLists } from "./sorted-lists.js";
import type { Between, KeyedRow, Marks, Page, ReadTransaction, Rejection, Soon } from "./store.js";

/** One key of a view that is not as the store has it. */
interface Difference {
  readonly inStore: boolean;
  /** Undefined when it is gone. */
  readonly row: JsonObject | undefined;
}

/** What the store holds, and over it the rows that the events since have changed: every row is what the whole log says. */
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

  async rows(view: string, { after, limit }: Page): Promise<readonly KeyedRow[]> {
    const differences = this.#differences(view);
    // Of the store's rows some may be gone: with as many more there are enough.
    const page = { limit: limit + differences.size, ...(after === undefined ? {} : { after }) };
    const stored = await this.#tx.rows(view, page);
    if (differences.size === 0) return stored;
    const merged = stored.filter(({ key }) => !differences.has(key));
    for (const [key, { row }] of differences) {
      if (row !== undefined && (after === undefined || byBytes(key, after) > 0)) merged.push({ key, row });
    }
    return merged.sort((a, b) => byBytes(a.key, b.key)).slice(0, limit);
  }

  async countRows(view: string, between?: Between): Promise<number> {
    let count = await this.#tx.countRows(view, between);
    for (const [key, { inStore, row }] of this.#differences(view)) {
      if (between === undefined || isBetween(key, between)) count += Number(row !== undefined) - Number(inStore);
    }
    return count;
  }

  /** By key, of a view or of its sorted lists. */
  #differences(view: string): ReadonlyMap<string, Difference> {
    const named = viewOfLists(view);
    const changed = this.#rows.changed.filter((each) => each.view === named);
    const differences = new Map<string, Difference>();
    for (const { key, value, stored, places } of changed) {
      if (view !== listsOf(named)) {
        differences.set(key, { inStore: stored !== undefined, row: value });
        continue;
      }
      const before = stored === undefined ? [] : (places?.(stored) ?? []);
      const after = value === undefined ? [] : (places?.(value) ?? []);
      for (const place of before) differences.set(placeKey(place, key), { inStore: true, row: undefined });
      for (const place of after)
        differences.set(placeKey(place, key), { inStore: before.includes(place), row: placed });
    }
    return differences;
  }
}

/** What a place holds: nothing but its key. */
const placed: JsonObject = {};

function isBetween(key: string, { after, before }: Between): boolean {
  return byBytes(key, after) > 0 && byBytes(key, before) < 0;
}
