import type { JsonObject } from "../json.js";
import { movePlaces, type PlacesOf } from "./sorted-lists.js";
import type { ReadTransaction, WriteTransaction } from "./store.js";

interface Entry {
  readonly view: string;
  readonly key: string;
  value: JsonObject | undefined;
  /** As the store holds it. */
  stored: JsonObject | undefined;
  changed: boolean;
}

/**
 * The rows a fold works on: each is read once and written once per transaction, however many events change it.
 * It may start from rows that an earlier transaction left, when the caller knows that nobody wrote in between.
 */
export class RowCache {
  readonly #source: Pick<ReadTransaction, "row">;
  readonly #rows = new Map<string, Entry>();
  readonly #placesOf: PlacesOf;
  readonly #warm: ReadonlyMap<string, JsonObject>;

  constructor(
    source: Pick<ReadTransaction, "row">,
    placesOf: PlacesOf,
    warm: ReadonlyMap<string, JsonObject> = new Map(),
  ) {
    this.#source = source;
    this.#placesOf = placesOf;
    this.#warm = warm;
  }

  async get(view: string, key: string): Promise<JsonObject | undefined> {
    return (this.#known(view, key) ?? (await this.#load(view, key))).value;
  }

  /** Changes a row. Waits only for a row that has to be read first: most are here already, and a fold runs hot. */
  update(
    view: string,
    key: string,
    change: (row: JsonObject | undefined) => JsonObject | undefined,
  ): Promise<void> | undefined {
    const entry = this.#known(view, key);
    if (entry === undefined) return this.#load(view, key).then((loaded) => applyChange(loaded, change));
    applyChange(entry, change);
    return undefined;
  }

  /** The rows of one view that are in the cache, by key. */
  rowsOf(view: string): ReadonlyMap<string, JsonObject> {
    const found = new Map<string, JsonObject>();
    for (const entry of this.#rows.values()) {
      if (entry.view === view && entry.value !== undefined) found.set(entry.key, entry.value);
    }
    return found;
  }

  async flush(tx: WriteTransaction): Promise<void> {
    for (const entry of this.#rows.values()) {
      if (!entry.changed) continue;
      if (entry.value === undefined) await tx.deleteRow(entry.view, entry.key);
      else await tx.putRow(entry.view, entry.key, entry.value);
      await this.#flushPlaces(tx, entry);
      entry.stored = entry.value;
      entry.changed = false;
    }
  }

  async #flushPlaces(tx: WriteTransaction, { view, key, value, stored }: Entry): Promise<void> {
    const places = this.#placesOf(view);
    if (places === undefined) return;
    const before = stored === undefined ? [] : places(stored);
    const after = value === undefined ? [] : places(value);
    await movePlaces(tx, { view, key, before, after });
  }

  /** Brings warm rows to what they are now: the rows that were touched, and none that was removed. */
  leaveIn(warm: Map<string, JsonObject>): void {
    for (const [name, { value }] of this.#rows) {
      if (value === undefined) warm.delete(name);
      else warm.set(name, value);
    }
  }

  #known(view: string, key: string): Entry | undefined {
    const name = nameOf(view, key);
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const value = this.#warm.get(name);
    return value === undefined ? undefined : this.#keep({ view, key, value, stored: value, changed: false });
  }

  async #load(view: string, key: string): Promise<Entry> {
    const value = await this.#source.row(view, key);
    return this.#keep({ view, key, value, stored: value, changed: false });
  }

  #keep(entry: Entry): Entry {
    this.#rows.set(nameOf(entry.view, entry.key), entry);
    return entry;
  }
}

function applyChange(entry: Entry, change: (row: JsonObject | undefined) => JsonObject | undefined): void {
  entry.value = change(entry.value);
  entry.changed = true;
}

function nameOf(view: string, key: string): string {
  return `${view}\0${key}`;
}
