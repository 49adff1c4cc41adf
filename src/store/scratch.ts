import type { RecordedEvent } from "../events/envelope.js";
import type { JsonObject } from "../json.js";
import { byBytes } from "./by-bytes.js";
import type {
  Between,
  KeyedRow,
  Marks,
  Page,
  ReadTransaction,
  RowChange,
  RowKey,
  Store,
  WriteTransaction,
} from "./store.js";

async function refused(): Promise<never> {
  throw new Error("work that is thrown away has no store");
}

/** For a ledger whose settings are read and whose log is elsewhere. */
export const noStore: Store = {
  kind: "none",
  location: undefined,
  replacements: 0,
  read: refused,
  write: refused,
  inspect: refused,
  backUp: refused,
  scrub: refused,
  restore: refused,
  close: async () => undefined,
};

/**
 * A log and its views for work that is thrown away, such as a replay: one endless transaction that nothing
 * commits. It keeps what it is given by reference, which pure folds allow, and is fast where the store in memory
 * is obvious.
 */
export class Scratch implements WriteTransaction {
  readonly events: RecordedEvent[] = [];
  readonly #ids = new Map<string, RecordedEvent>();
  readonly #keys = new Map<string, RecordedEvent>();
  readonly #views = new Map<string, SortedRows>();
  #marks: Marks = {};

  async head(): Promise<number> {
    return this.events.length;
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    return this.events.slice(seq, seq + limit);
  }

  async eventById(id: string): Promise<RecordedEvent | undefined> {
    return this.#ids.get(id);
  }

  async eventByKey(key: string): Promise<RecordedEvent | undefined> {
    return this.#keys.get(key);
  }

  async append(event: RecordedEvent): Promise<void> {
    this.events.push(event);
    this.#ids.set(event.id, event);
    if (event.key !== undefined) this.#keys.set(event.key, event);
  }

  async getRows(keys: readonly RowKey[]): Promise<readonly (JsonObject | undefined)[]> {
    return keys.map(({ view, key }) => this.#views.get(view)?.get(key));
  }

  async putRows(changes: readonly RowChange[]): Promise<void> {
    for (const { view, key, row } of changes) this.#rowsOf(view).put(key, row);
  }

  async listRows(view: string, page: Page): Promise<readonly KeyedRow[]> {
    return this.#rowsOf(view).page(page);
  }

  async countRows(view: string, between?: Between): Promise<number> {
    return this.#rowsOf(view).count(between);
  }

  async marks(): Promise<Marks> {
    return this.#marks;
  }

  async setMarks(marks: Marks): Promise<void> {
    this.#marks = marks;
  }

  async clearView(view: string): Promise<void> {
    this.#views.delete(view);
  }

  async renameView(from: string, to: string): Promise<void> {
    this.#views.set(to, this.#rowsOf(from));
    this.#views.delete(from);
  }

  async blank(seq: number, data: string): Promise<void> {
    const event = this.events[seq - 1];
    if (event !== undefined) this.events[seq - 1] = { ...event, data };
  }

  // What was refused is no part of a log.
  async countRejected(): Promise<number> {
    return 0;
  }

  async rejected(): ReturnType<ReadTransaction["rejected"]> {
    return [];
  }

  async reject(): Promise<void> {
    return undefined;
  }

  async blankRejection(): Promise<void> {
    return undefined;
  }

  #rowsOf(view: string): SortedRows {
    const rows = this.#views.get(view) ?? new SortedRows();
    this.#views.set(view, rows);
    return rows;
  }
}

/** Rows by key; the keys are sorted when a page is asked for after one came or went. */
class SortedRows {
  readonly #rows = new Map<string, JsonObject>();
  #sorted: string[] = [];
  readonly #fresh = new Set<string>();

  get(key: string): JsonObject | undefined {
    return this.#rows.get(key);
  }

  put(key: string, row: JsonObject | undefined): void {
    if (row === undefined) this.#rows.delete(key);
    else this.#rows.set(key, row);
    this.#fresh.add(key);
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
