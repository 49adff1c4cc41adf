import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../base/json.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import type { ReadTransaction, RowChange, WriteTransaction } from "../../log/store/store.js";
import { ownViews, type TailState, tailLength } from "../../log/store/tail-state.js";

/** An event of the tail as its row keeps it: its place follows from its ordinal. */
type TailRow = Omit<RecordedEvent, "project" | "seq">;

interface TailEntry {
  readonly ordinal: number;
  readonly event: TailRow;
}

/**
 * Own events that the hub's log does not hold yet, in their order. Their places follow on the hub's: the
 * first of them has the place after the hub's newest event, whatever that is at the moment.
 */
export class Tail {
  protected readonly tx: ReadTransaction;
  readonly state: TailState;
  readonly #project: string;

  constructor(tx: ReadTransaction, state: TailState, project: string) {
    this.tx = tx;
    this.state = state;
    this.#project = project;
  }

  get length(): number {
    return tailLength(this.state);
  }

  /** At most `limit` events after the first `skipped` ones, with their places behind `hubHead`. */
  async events(hubHead: number, skipped: number, limit: number): Promise<readonly RecordedEvent[]> {
    const entries = await this.entriesFrom(this.state.first + skipped, limit);
    return entries.map((entry) => this.#placed(entry, hubHead));
  }

  /** Events from an ordinal on. */
  async entriesFrom(ordinal: number, limit: number): Promise<readonly TailEntry[]> {
    if (this.length === 0) return [];
    const found = await this.tx.listRows(ownViews.tail, { after: ordinalKey(ordinal - 1), limit });
    return found.map(({ key, row }) => ({ ordinal: Number(key), event: row as unknown as TailRow }));
  }

  async byId(id: string, hubHead: number): Promise<RecordedEvent | undefined> {
    return this.#found(await this.ordinalOf(ownViews.ids, id), hubHead);
  }

  async byKey(key: string, hubHead: number): Promise<RecordedEvent | undefined> {
    return this.#found(await this.ordinalOf(ownViews.keys, key), hubHead);
  }

  async ordinalOf(view: string, key: string): Promise<number | undefined> {
    if (this.length === 0) return undefined;
    const [row] = await this.tx.getRows([{ view, key }]);
    return row === undefined ? undefined : Number(row.n);
  }

  async #found(ordinal: number | undefined, hubHead: number): Promise<RecordedEvent | undefined> {
    if (ordinal === undefined) return undefined;
    const [row] = await this.tx.getRows([{ view: ownViews.tail, key: ordinalKey(ordinal) }]);
    return row && this.#placed({ ordinal, event: row as unknown as TailRow }, hubHead);
  }

  #placed({ ordinal, event }: TailEntry, hubHead: number): RecordedEvent {
    return { ...event, project: this.#project, seq: hubHead + ordinal - this.state.first + 1 };
  }
}

/** The same in a transaction that may change it. The changed state is written at its end. */
export class WritableTail extends Tail {
  protected override readonly tx: WriteTransaction;

  constructor(tx: WriteTransaction, state: TailState, project: string) {
    super(tx, state, project);
    this.tx = tx;
  }

  async append({ project: _project, seq: _seq, ...event }: RecordedEvent): Promise<void> {
    await this.tx.putRows(tailRows({ ordinal: this.state.next, event }));
    this.state.next += 1;
  }

  /** Replaces the data of an event. */
  async blank(ordinal: number, data: string): Promise<void> {
    const [entry] = await this.entriesFrom(ordinal, 1);
    if (entry?.ordinal !== ordinal) throw new Error(`no event of the tail has the ordinal ${ordinal}`);
    await this.tx.putRows(tailRows({ ordinal, event: { ...entry.event, data } }));
  }

  /** Whether the first event is this one, in every part but its place. */
  async beginsWith({ project: _project, seq: _seq, ...event }: RecordedEvent): Promise<boolean> {
    const [first] = await this.entriesFrom(this.state.first, 1);
    return isDeepStrictEqual(first?.event, event);
  }

  /**
   * Takes an event out. Those before it move up to close the gap: what leaves the tail stands near its
   * beginning, and there may be many behind it.
   */
  async remove(ordinal: number): Promise<void> {
    const { first } = this.state;
    const before = await this.entriesFrom(first, ordinal - first + 1);
    const removed = before.at(-1);
    if (removed?.ordinal !== ordinal) throw new Error(`no event of the tail has the ordinal ${ordinal}`);
    const moved = before.slice(0, -1).map((entry) => ({ ...entry, ordinal: entry.ordinal + 1 }));
    const { id, key } = removed.event;
    await this.tx.putRows([
      { view: ownViews.ids, key: id, row: undefined },
      ...(key === undefined ? [] : [{ view: ownViews.keys, key, row: undefined }]),
      { view: ownViews.tail, key: ordinalKey(first), row: undefined },
      ...moved.flatMap(tailRows),
    ]);
    this.state.first += 1;
    // Those that were answered have moved with the others.
    if (this.state.offered >= first && this.state.offered < ordinal) this.state.offered += 1;
  }
}

function tailRows({ ordinal, event }: TailEntry): readonly RowChange[] {
  const at = { n: ordinal };
  return [
    { view: ownViews.tail, key: ordinalKey(ordinal), row: event as unknown as JsonObject },
    { view: ownViews.ids, key: event.id, row: at },
    ...(event.key === undefined ? [] : [{ view: ownViews.keys, key: event.key, row: at }]),
  ];
}

/** Keys sort as their ordinals do. */
function ordinalKey(ordinal: number): string {
  return String(ordinal).padStart(15, "0");
}
