import type { JsonObject } from "../../base/json.js";
import { readEvent, type WhetstoneEvent } from "../events/catalog.js";
import type { Change, Fold } from "../projection.js";
import { byBytes } from "./by-bytes.js";
import { type Incoming, LedgerWriter, type WriterOptions } from "./ledger-writer.js";
import { placeChanges, viewOfLists } from "./sorted-lists.js";
import type { Between, KeyedRow, Page, ReadTransaction, RowKey, Store, WriteTransaction } from "./store.js";

async function refuseUse(): Promise<never> {
  throw new Error("work that is thrown away has no store");
}

/** For a ledger whose settings are read and whose log is elsewhere. */
export const noStore: Store = {
  kind: "none",
  location: undefined,
  replacements: 0,
  read: refuseUse,
  write: refuseUse,
  inspect: refuseUse,
  backUp: refuseUse,
  scrub: refuseUse,
  restore: refuseUse,
  close: async () => undefined,
};

/**
 * Writes into memory what nobody keeps, such as a replay: one endless transaction that nothing commits. An event is
 * folded into its rows at once, and the log is what the folds saw. It answers as a `LedgerWriter` over a store
 * does, without the steps that a store needs.
 */
export class ScratchWriter extends LedgerWriter {
  /** The views that are folded; no other can be read, since it would look as if nothing had happened. */
  readonly views: ReadonlySet<string>;
  readonly #scratch: Scratch;
  readonly #folds: readonly Fold[];
  readonly #concerned = new Map<string, readonly Concerned[]>();

  constructor(options: WriterOptions) {
    const views = new Set(options.folds.map(({ name }) => name));
    const scratch = new Scratch(views);
    super(scratch, options, 0, {});
    this.views = views;
    this.#scratch = scratch;
    this.#folds = options.folds;
  }

  /** The events written so far, in order. */
  get events(): readonly WhetstoneEvent[] {
    return this.#scratch.events;
  }

  /** Only the places of the events are new; they come after those that are there. */
  protected override async takeIn(given: readonly Incoming[]): Promise<readonly WhetstoneEvent[]> {
    return given.map(({ recorded, read = readEvent(recorded) }) => {
      const placed = { ...read, seq: this.events.length + 1 };
      this.#scratch.take(placed, this.#concernedBy(read.type));
      return placed;
    });
  }

  protected override async rowsNow(
    view: string,
    keys: readonly string[],
  ): Promise<readonly (JsonObject | undefined)[]> {
    return keys.map((key) => this.#scratch.row(view, key));
  }

  override async eventsAfter(seq: number, limit: number): Promise<readonly WhetstoneEvent[]> {
    return this.events.slice(seq, seq + limit);
  }

  override async eventById(id: string): Promise<WhetstoneEvent | undefined> {
    return this.#scratch.byId.get(id);
  }

  override async eventByKey(key: string): Promise<WhetstoneEvent | undefined> {
    return this.#scratch.byKey.get(key);
  }

  protected override async listing(): Promise<ReadTransaction> {
    return this.#scratch;
  }

  #concernedBy(type: string): readonly Concerned[] {
    const known =
      this.#concerned.get(type) ??
      this.#folds.flatMap((fold) => {
        const change = fold.changeBy(type);
        return change === undefined ? [] : [{ fold, change }];
      });
    this.#concerned.set(type, known);
    return known;
  }
}

/** How events of one type change the rows of one fold. */
interface Concerned {
  readonly fold: Fold;
  readonly change: Change;
}

/** The log and views of a `ScratchWriter`. Rows are kept by reference, which pure folds allow. */
class Scratch implements WriteTransaction {
  readonly events: WhetstoneEvent[] = [];
  readonly byId = new Map<string, WhetstoneEvent>();
  readonly byKey = new Map<string, WhetstoneEvent>();
  readonly #views: ReadonlyMap<string, ScratchView>;

  constructor(views: ReadonlySet<string>) {
    this.#views = new Map([...views].map((name) => [name, new ScratchView(name)]));
  }

  take(event: WhetstoneEvent, concerned: readonly Concerned[]): void {
    this.events.push(event);
    this.byId.set(event.id, event);
    if (event.key !== undefined) this.byKey.set(event.key, event);
    for (const each of concerned) this.#viewOf(each.fold.name).evolve(each, event);
  }

  row(view: string, key: string): JsonObject | undefined {
    return this.#viewOf(view).rows.get(key);
  }

  async head(): Promise<number> {
    return this.events.length;
  }

  async getRows(keys: readonly RowKey[]): Promise<readonly (JsonObject | undefined)[]> {
    return keys.map(({ view, key }) => this.row(view, key));
  }

  async listRows(view: string, page: Page): Promise<readonly KeyedRow[]> {
    return this.#listed(view).page(page);
  }

  async countRows(view: string, between?: Between): Promise<number> {
    return this.#listed(view).count(between);
  }

  // Rejections are not part of a log.
  async countRejected(): Promise<number> {
    return 0;
  }

  async rejected(): ReturnType<ReadTransaction["rejected"]> {
    return [];
  }

  async reject(): Promise<void> {
    return undefined;
  }

  // The writer asks for these by shorter ways, or never.
  readonly eventsAfter = refuseUse;
  readonly eventById = refuseUse;
  readonly eventByKey = refuseUse;
  readonly marks = refuseUse;
  readonly append = refuseUse;
  readonly blank = refuseUse;
  readonly putRows = refuseUse;
  readonly clearView = refuseUse;
  readonly renameView = refuseUse;
  readonly setMarks = refuseUse;
  readonly blankRejection = refuseUse;

  #viewOf(name: string): ScratchView {
    const view = this.#views.get(name);
    if (view === undefined) throw new Error(`the view '${name}' is read here and not folded`);
    return view;
  }

  #listed(name: string): SortedRows {
    const view = this.#viewOf(viewOfLists(name));
    return name === view.name ? view.rows : view.lists();
  }
}

/** The rows of a view and their sorted lists. A row is moved in its lists when one is read. */
class ScratchView {
  readonly rows = new SortedRows();
  readonly #lists = new SortedRows();
  /** The rows as they were when they were last placed, and where that is. */
  readonly #placed = new Map<string, { readonly row: JsonObject; readonly places: readonly string[] }>();
  /** Those that changed since. */
  readonly #moved = new Set<string>();
  #fold: Fold | undefined;

  constructor(readonly name: string) {}

  evolve({ fold, change }: Concerned, event: WhetstoneEvent): void {
    const keys = change.keys(event);
    if (keys.length === 0) return;
    const before = keys.map((key) => this.rows.get(key));
    const after = change.evolve(before, event, keys) as readonly (JsonObject | undefined)[];
    for (const [at, key] of keys.entries()) {
      if (after[at] === before[at]) continue;
      if (fold.places !== undefined) this.#moved.add(key);
      this.rows.put(key, after[at]);
    }
    this.#fold = fold;
  }

  lists(): SortedRows {
    if (this.#fold !== undefined) for (const key of this.#moved) this.#place(this.#fold, key);
    this.#moved.clear();
    return this.#lists;
  }

  #place(fold: Fold, key: string): void {
    const [before, after] = [this.#placed.get(key), this.rows.get(key)];
    if (before !== undefined && after !== undefined && fold.keepsPlaces(before.row, after)) return;
    const places = after === undefined ? [] : (fold.places?.(after) ?? []);
    const changes = placeChanges(this.name, key, before?.places ?? [], places);
    for (const { key: place, row } of changes) this.#lists.put(place, row);
    if (after === undefined) this.#placed.delete(key);
    else this.#placed.set(key, { row: after, places });
  }
}

/** Rows by key; the keys are sorted lazily, when a page is read after a key was added or removed. */
class SortedRows {
  readonly #rows = new Map<string, JsonObject>();
  #sorted: string[] = [];
  readonly #fresh = new Set<string>();

  get(key: string): JsonObject | undefined {
    return this.#rows.get(key);
  }

  put(key: string, row: JsonObject | undefined): void {
    if (this.#rows.has(key) !== (row !== undefined)) this.#fresh.add(key);
    if (row === undefined) this.#rows.delete(key);
    else this.#rows.set(key, row);
  }

  page({ after, limit }: Page): readonly KeyedRow[] {
    const keys = this.#inOrder();
    const from = after === undefined ? 0 : firstBehind(keys, after);
    return keys.slice(from, from + limit).map((key) => ({ key, row: this.#rows.get(key) ?? {} }));
  }

  count(between?: Between): number {
    if (between === undefined) return this.#rows.size;
    const keys = this.#inOrder();
    return keys.filter((key) => byBytes(key, between.after) > 0 && byBytes(key, between.before) < 0).length;
  }

  /** Each key that changed is moved by itself while they are few. */
  #inOrder(): readonly string[] {
    if (this.#fresh.size > mostMoved) this.#sorted = [...this.#rows.keys()].sort(byBytes);
    else for (const key of this.#fresh) this.#place(key);
    this.#fresh.clear();
    return this.#sorted;
  }

  #place(key: string): void {
    const at = firstBehind(this.#sorted, key);
    const isThere = this.#sorted[at - 1] === key;
    if (isThere && !this.#rows.has(key)) this.#sorted.splice(at - 1, 1);
    if (!isThere && this.#rows.has(key)) this.#sorted.splice(at, 0, key);
  }
}

/** From here on sorting all is cheaper than moving some. */
const mostMoved = 200;

/** The place of the first key that sorts behind this one. */
function firstBehind(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byBytes(keys[middle] ?? "", key) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}
