import { type JsonObject, sameJson } from "../../base/json.js";
import type { WhetstoneEvent } from "../events/catalog.js";
import type { Change, Fold } from "../projection.js";
import { placeChanges } from "./sorted-lists.js";
import type { ReadTransaction, RowChange, RowKey, WriteTransaction } from "./store.js";

interface FoldedRow extends RowKey {
  readonly fold: Fold;
  /** As the store has it; undefined where it has none. */
  stored: JsonObject | undefined;
  /** After the events folded so far. */
  value: JsonObject | undefined;
  /** Whether an event was folded into it since it was last written. */
  changed: boolean;
}

/** The rows of one fold, by key, and the view that holds them. */
interface FoldedView {
  readonly fold: Fold;
  readonly view: string;
  readonly rows: Map<string, FoldedRow>;
}

/** How events of one type change the rows of one fold. */
interface Concerned {
  readonly folded: FoldedView;
  readonly change: Change;
}

/** An event and the rows of one fold that it changes, in the order of their keys. */
interface Step {
  readonly change: Change;
  readonly event: WhetstoneEvent;
  readonly keys: readonly string[];
  readonly rows: readonly FoldedRow[];
}

/**
 * The rows that one transaction folds events into: each is read once, and written once however many events
 * changed it. It never outlives its transaction, so there is nothing to keep valid.
 */
export class FoldedRows {
  readonly #source: Pick<ReadTransaction, "getRows">;
  readonly #viewOf: (name: string) => string;
  readonly #views = new Map<string, FoldedView>();
  /** The folds that were used last, and which of them an event of a type concerns: a few of many. */
  #folds: readonly Fold[] = [];
  #concerned = new Map<string, readonly Concerned[]>();
  #changed: FoldedRow[] = [];
  /** Rows that were read and not folded, by view and key: an event often changes what was just read. */
  readonly #read = new Map<string, JsonObject | undefined>();

  /** `viewOf` names the view that holds the rows of a fold, where that is not the fold's own. */
  constructor(source: Pick<ReadTransaction, "getRows">, viewOf = (name: string) => name) {
    this.#source = source;
    this.#viewOf = viewOf;
  }

  /**
   * Folds events, in their order, into the rows of each fold that has not seen them: those after
   * `positionOf(fold)`. All rows they need are read in one call.
   */
  async fold(
    events: readonly WhetstoneEvent[],
    folds: readonly Fold[],
    positionOf?: (fold: Fold) => number,
  ): Promise<void> {
    const missing: FoldedRow[] = [];
    const steps: Step[] = [];
    for (const event of events)
      for (const { folded, change } of this.#concernedBy(event.type, folds)) {
        if (positionOf !== undefined && positionOf(folded.fold) >= event.seq) continue;
        const keys = change.keys(event);
        if (keys.length > 0)
          steps.push({ change, event, keys, rows: keys.map((key) => this.#rowFor(folded, key, missing)) });
      }
    if (missing.length > 0) await this.#load(missing);
    for (const step of steps) this.#evolve(step);
  }

  /** Rows as they are after the events folded so far, in the order of the keys. */
  async get(view: string, keys: readonly string[]): Promise<readonly (JsonObject | undefined)[]> {
    const folded = this.#views.get(view)?.rows;
    const missing = keys.filter((key) => !folded?.has(key) && !this.#read.has(`${view}\0${key}`));
    const found =
      missing.length === 0 ? [] : await this.#source.getRows(missing.map((key) => ({ view, key })));
    for (const [index, key] of missing.entries()) this.#read.set(`${view}\0${key}`, found[index]);
    return keys.map((key) => {
      const known = folded?.get(key);
      return known === undefined ? this.#read.get(`${view}\0${key}`) : known.value;
    });
  }

  /** The rows of a view that the events made, by key. */
  rowsOf(view: string): ReadonlyMap<string, JsonObject> {
    const found = new Map<string, JsonObject>();
    for (const { key, value } of this.#views.get(view)?.rows.values() ?? [])
      if (value !== undefined) found.set(key, value);
    return found;
  }

  /** Writes the rows that are not as the store has them, and moves them in their sorted lists. */
  async flush(tx: WriteTransaction): Promise<void> {
    if (this.#changed.length === 0) return;
    const changes: RowChange[] = [];
    for (const row of this.#changed) {
      const { view, key, fold, stored, value } = row;
      row.changed = false;
      if (sameJson(stored, value)) continue;
      changes.push({ view, key, row: value });
      if (mayMove(row)) changes.push(...placeChanges(view, key, places(fold, stored), places(fold, value)));
      row.stored = value;
    }
    this.#changed = [];
    if (changes.length > 0) await tx.putRows(changes);
  }

  #concernedBy(type: string, folds: readonly Fold[]): readonly Concerned[] {
    if (folds !== this.#folds) [this.#folds, this.#concerned] = [folds, new Map()];
    const known = this.#concerned.get(type);
    if (known !== undefined) return known;
    const found = folds.flatMap((fold) => {
      const change = fold.changeBy(type);
      return change === undefined ? [] : [{ folded: this.#viewFor(fold), change }];
    });
    this.#concerned.set(type, found);
    return found;
  }

  #viewFor(fold: Fold): FoldedView {
    const view = this.#viewOf(fold.name);
    const folded = { fold, view, rows: this.#views.get(view)?.rows ?? new Map() };
    this.#views.set(view, folded);
    return folded;
  }

  #rowFor({ fold, view, rows }: FoldedView, key: string, missing: FoldedRow[]): FoldedRow {
    const known = rows.get(key);
    if (known !== undefined) return known;
    const id = this.#read.size === 0 ? undefined : `${view}\0${key}`;
    const stored = id === undefined ? undefined : this.#read.get(id);
    const row: FoldedRow = { view, key, fold, stored, value: stored, changed: false };
    rows.set(key, row);
    if (id === undefined || !this.#read.has(id)) missing.push(row);
    return row;
  }

  async #load(rows: readonly FoldedRow[]): Promise<void> {
    const found = await this.#source.getRows(rows);
    for (const [index, row] of rows.entries()) {
      row.stored = found[index];
      row.value = found[index];
    }
  }

  #evolve({ change, event, keys, rows }: Step): void {
    const before = rows.map(({ value }) => value);
    const after = change.evolve(before, event, keys);
    for (const [at, row] of rows.entries()) {
      const value = after[at] as JsonObject | undefined;
      if (value === row.value) continue;
      row.value = value;
      if (row.changed) continue;
      row.changed = true;
      this.#changed.push(row);
    }
  }
}

function mayMove({ fold, stored, value }: FoldedRow): boolean {
  if (fold.places === undefined) return false;
  return stored === undefined || value === undefined || !fold.keepsPlaces(stored, value);
}

function places({ places: placesOf }: Fold, row: JsonObject | undefined): readonly string[] {
  return row === undefined || placesOf === undefined ? [] : placesOf(row);
}
