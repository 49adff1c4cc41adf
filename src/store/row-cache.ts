import type { JsonObject } from "../json.js";
import type { ReadTransaction, WriteTransaction } from "./store.js";

interface Entry {
  readonly view: string;
  readonly key: string;
  value: JsonObject | undefined;
  changed: boolean;
}

/** The rows a fold works on: each is read once and written once per transaction, however many events change it. */
export class RowCache {
  readonly #source: Pick<ReadTransaction, "row">;
  readonly #rows = new Map<string, Entry>();

  constructor(source: Pick<ReadTransaction, "row">) {
    this.#source = source;
  }

  async get(view: string, key: string): Promise<JsonObject | undefined> {
    return (await this.#entry(view, key)).value;
  }

  async set(view: string, key: string, value: JsonObject | undefined): Promise<void> {
    const entry = await this.#entry(view, key);
    entry.value = value;
    entry.changed = true;
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
      entry.changed = false;
    }
  }

  async #entry(view: string, key: string): Promise<Entry> {
    const name = `${view}\0${key}`;
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const entry = { view, key, value: await this.#source.row(view, key), changed: false };
    this.#rows.set(name, entry);
    return entry;
  }
}
