import type { WhetstoneEvent } from "../events/catalog.js";
import type { JsonObject } from "../json.js";
import type { Fold } from "../projections/projection.js";
import { movePlaces } from "./sorted-lists.js";
import type { ReadTransaction, Soon, WriteTransaction } from "./store.js";

type RowSource = Pick<ReadTransaction, "row">;

/** A row that is not as the store holds it. */
export interface ChangedRow {
  readonly view: string;
  readonly key: string;
  /** Undefined when the row is gone. */
  readonly value: JsonObject | undefined;
  /** As the store holds it. */
  readonly stored: JsonObject | undefined;
  /** How to find its places in sorted lists. */
  readonly places: Fold["places"];
}

type Entry = { -readonly [Field in keyof ChangedRow]: ChangedRow[Field] } & { changed: boolean };

/**
 * The rows a fold works on: each is read once, and written once however many events changed it.
 * It may go on from one transaction to the next, as long as nobody else wrote rows in between.
 */
export class RowCache {
  #source: RowSource;
  readonly #views = new Map<string, Map<string, Entry>>();
  readonly #changed: Entry[] = [];
  #size = 0;

  constructor(source: RowSource) {
    this.#source = source;
  }

  /** How many rows it holds. */
  get size(): number {
    return this.#size;
  }

  /** The rows that are not as the store holds them. */
  get changed(): readonly ChangedRow[] {
    return this.#changed;
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

  /** Folds an event into a row. Waits only for a row that has to be read first: most are here already, and a fold runs hot. */
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
    for (const { view, key, value, stored, places } of this.#changed) {
      const writing = value === undefined ? tx.deleteRow(view, key) : tx.putRow(view, key, value);
      if (writing !== undefined) await writing;
      if (places === undefined) continue;
      const before = stored === undefined ? [] : places(stored);
      const after = value === undefined ? [] : places(value);
      await movePlaces(tx, { view, key, before, after });
    }
    for (const entry of this.#changed) {
      entry.changed = false;
      entry.stored = undefined;
    }
    this.#changed.length = 0;
  }

  /** Holds nothing any more, as if nothing had been read or folded. */
  clear(): void {
    this.#views.clear();
    this.#changed.length = 0;
    this.#size = 0;
  }

  #evolve(entry: Entry, fold: Fold, event: WhetstoneEvent): void {
    const before = entry.value;
    entry.value = fold.evolve(before, event, entry.key) as JsonObject | undefined;
    if (entry.changed) return;
    entry.changed = true;
    entry.stored = before;
    entry.places = fold.places;
    this.#changed.push(entry);
  }

  #load(view: string, key: string): Soon<Entry> {
    const found = this.#source.row(view, key);
    return found instanceof Promise
      ? found.then((value) => this.#keep(view, key, value))
      : this.#keep(view, key, found);
  }

  #keep(view: string, key: string, value: JsonObject | undefined): Entry {
    const rows = this.#views.get(view) ?? new Map<string, Entry>();
    // Somebody else may have asked for it at the same time: there is one entry for a row.
    const known = rows.get(key);
    if (known !== undefined) return known;
    const entry: Entry = { view, key, value, changed: false, stored: undefined, places: undefined };
    this.#views.set(view, rows.set(key, entry));
    this.#size += 1;
    return entry;
  }
}
