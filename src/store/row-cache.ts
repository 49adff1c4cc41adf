import type { WhetstoneEvent } from "../events/catalog.js";
import type { JsonObject } from "../json.js";
import type { Fold } from "../projections/projection.js";
import { CachedRow } from "./cached-row.js";
import { type Differences, differencesIn } from "./differences.js";
import { listsOf, movePlaces, viewOfLists } from "./sorted-lists.js";
import type { ReadTransaction, Soon, WriteTransaction } from "./store.js";

type RowSource = Pick<ReadTransaction, "row">;

/**
 * The rows a fold works on: each is read once, and written once however many events changed it.
 * It may go on from one transaction to the next, as long as nobody else wrote rows in between.
 */
export class RowCache {
  #source: RowSource;
  readonly #views = new Map<string, Map<string, CachedRow>>();
  readonly #changed: CachedRow[] = [];
  readonly #differences = new Map<string, Differences>();
  #size = 0;
  #listed = 0;

  constructor(source: RowSource) {
    this.#source = source;
  }

  /** How many rows it holds. */
  get size(): number {
    return this.#size;
  }

  /** How many rows are not as the store holds them. */
  get changes(): number {
    return this.#changed.length;
  }

  /** How many of these stand in sorted lists. */
  get listedChanges(): number {
    return this.#listed;
  }

  /**
   * How a view, or its sorted lists, differ from what the store holds. Worked out again only after a change:
   * lists are read page by page.
   */
  differencesIn(view: string): Differences {
    const known = this.#differences.get(view);
    if (known !== undefined) return known;
    const named = viewOfLists(view);
    const differences = differencesIn(
      view,
      this.#changed.filter((each) => each.view === named),
    );
    this.#differences.set(view, differences);
    return differences;
  }

  /** Reads what it does not hold from another transaction from now on. */
  readFrom(source: RowSource): void {
    this.#source = source;
  }

  /** Reads a row, and keeps it. */
  get(view: string, key: string): Soon<JsonObject | undefined> {
    const entry = this.#views.get(view)?.get(key) ?? this.#load(view, key);
    return entry instanceof Promise ? entry.then(({ value }) => value) : entry.value;
  }

  /** The row as it is here; undefined when it is not. */
  peek(view: string, key: string): { readonly value: JsonObject | undefined } | undefined {
    return this.#views.get(view)?.get(key);
  }

  /**
   * Folds an event into a row. Waits only for a row that has to be read first: most are here already, and a
   * fold runs hot.
   */
  fold(view: string, key: string, fold: Fold, event: WhetstoneEvent): Promise<void> | undefined {
    const entry = this.#views.get(view)?.get(key) ?? this.#load(view, key);
    if (entry instanceof Promise) return entry.then((loaded) => this.#evolve(loaded, fold, event));
    this.#evolve(entry, fold, event);
    return undefined;
  }

  /** The rows of one view that are in the cache, by key. */
  rowsOf(view: string): ReadonlyMap<string, JsonObject> {
    const found = new Map<string, JsonObject>();
    for (const { key, value } of this.#views.get(view)?.values() ?? []) {
      if (value !== undefined) found.set(key, value);
    }
    return found;
  }

  /** Writes what has changed. */
  async flush(tx: WriteTransaction): Promise<void> {
    for (const row of this.#changed) {
      const { view, key, value } = row;
      const writing = value === undefined ? tx.deleteRow(view, key) : tx.putRow(view, key, value);
      if (writing !== undefined) await writing;
      if (row.isListed) await movePlaces(tx, { view, key, before: row.storedPlaces, after: row.places });
      row.settle();
    }
    this.#forgetChanges();
  }

  /** Holds nothing any more, as if nothing had been read or folded. */
  clear(): void {
    this.#views.clear();
    this.#size = 0;
    this.#forgetChanges();
  }

  #forgetChanges(): void {
    this.#changed.length = 0;
    this.#listed = 0;
    this.#differences.clear();
  }

  #evolve(row: CachedRow, fold: Fold, event: WhetstoneEvent): void {
    const { changed, view } = row;
    row.evolve(fold, event);
    if (this.#differences.size > 0) {
      this.#differences.delete(view);
      this.#differences.delete(listsOf(view));
    }
    if (changed) return;
    this.#changed.push(row);
    if (row.isListed) this.#listed += 1;
  }

  #load(view: string, key: string): Soon<CachedRow> {
    const found = this.#source.row(view, key);
    return found instanceof Promise
      ? found.then((value) => this.#keep(view, key, value))
      : this.#keep(view, key, found);
  }

  #keep(view: string, key: string, value: JsonObject | undefined): CachedRow {
    const rows = this.#views.get(view) ?? new Map<string, CachedRow>();
    // Somebody else may have asked for it at the same time: there is one entry for a row.
    const known = rows.get(key);
    if (known !== undefined) return known;
    const row = new CachedRow(view, key, value);
    this.#views.set(view, rows.set(key, row));
    this.#size += 1;
    return row;
  }
}
