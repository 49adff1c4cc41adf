import { WhetstoneError } from "../../base/errors.js";
import type { JsonObject } from "../../base/json.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import type {
  Between,
  KeyedRow,
  Marks,
  Numbering,
  Page,
  ReadTransaction,
  Rejection,
  RowChange,
  RowKey,
  WriteTransaction,
} from "../../log/store/store.js";
import type { TailState } from "../../log/store/tail-state.js";
import { layeredMarks, setUpperMarks } from "./layered-marks.js";
import { LayeredRows, WritableRows } from "./layered-rows.js";
import { Tail, WritableTail } from "./tail.js";

/** What anyone reads of a shared project: the hub's log, then the own tail, and the rows of both. */
export class OverlayReader implements ReadTransaction {
  readonly #tx: ReadTransaction;
  protected readonly state: TailState;
  protected readonly hubHead: number;
  protected readonly tail: Tail;
  protected readonly rows: LayeredRows;

  constructor(tx: ReadTransaction, state: TailState, hubHead: number, project: string) {
    this.#tx = tx;
    this.state = state;
    this.hubHead = hubHead;
    this.tail = new Tail(tx, state, project);
    this.rows = new LayeredRows(tx, state);
  }

  async head(): Promise<number> {
    return this.hubHead + this.tail.length;
  }

  async numbering(): Promise<Numbering> {
    return { settled: this.hubHead, moves: this.state.moves };
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    const settled = seq < this.hubHead ? await this.#tx.eventsAfter(seq, limit) : [];
    const skipped = Math.max(0, seq - this.hubHead);
    if (settled.length >= limit || skipped >= this.tail.length) return settled;
    return [...settled, ...(await this.tail.events(this.hubHead, skipped, limit - settled.length))];
  }

  async eventById(id: string): Promise<RecordedEvent | undefined> {
    return (await this.#tx.eventById(id)) ?? this.tail.byId(id, this.hubHead);
  }

  async eventByKey(key: string): Promise<RecordedEvent | undefined> {
    return (await this.#tx.eventByKey(key)) ?? this.tail.byKey(key, this.hubHead);
  }

  async marks(): Promise<Marks> {
    return layeredMarks(this.state, await this.#tx.marks());
  }

  getRows(keys: readonly RowKey[]): Promise<readonly (JsonObject | undefined)[]> {
    return this.rows.get(keys);
  }

  listRows(view: string, page: Page): Promise<readonly KeyedRow[]> {
    return this.rows.list(view, page);
  }

  countRows(view: string, between?: Between): Promise<number> {
    return this.rows.count(view, between);
  }

  rejected(limit: number): Promise<readonly Rejection[]> {
    return this.#tx.rejected(limit);
  }

  countRejected(): Promise<number> {
    return this.#tx.countRejected();
  }
}

/**
 * Writes to a shared project: events go to the end of the tail, and rows into the upper layer. While the tail
 * is empty there is no upper layer, and rows are those of the hub's log.
 */
export class OverlayTransaction extends OverlayReader implements WriteTransaction {
  readonly #tx: WriteTransaction;
  readonly #project: string;
  protected override readonly tail: WritableTail;
  protected override readonly rows: WritableRows;

  constructor(tx: WriteTransaction, state: TailState, hubHead: number, project: string) {
    super(tx, state, hubHead, project);
    this.#tx = tx;
    this.#project = project;
    this.tail = new WritableTail(tx, state, project);
    this.rows = new WritableRows(tx, state);
  }

  async append(event: RecordedEvent): Promise<void> {
    const { id, key, seq, project } = event;
    const head = await this.head();
    if (project !== this.#project) throw new Error(`the event ${id} is one of the project '${project}'`);
    if (seq !== head + 1) throw new Error(`the event ${id} has the place ${seq}, and the head is ${head}`);
    const sameId = await this.eventById(id);
    const sameKey = key === undefined ? undefined : await this.eventByKey(key);
    if (sameId !== undefined || sameKey !== undefined)
      throw new Error(`the event ${id} has an id or a key that another event has`);
    await this.tail.append(event);
  }

  /** The hub's events stay as the hub has them. */
  async blank(seq: number, data: string): Promise<void> {
    if (seq <= this.hubHead) throw sharedText(seq);
    await this.tail.blank(this.state.first + seq - this.hubHead - 1, data);
  }

  putRows(changes: readonly RowChange[]): Promise<void> {
    return this.tail.length === 0 ? this.#tx.putRows(changes) : this.rows.put(changes);
  }

  clearView(view: string): Promise<void> {
    return this.tail.length === 0 ? this.#tx.clearView(view) : this.rows.clear(view);
  }

  renameView(from: string, to: string): Promise<void> {
    return this.tail.length === 0 ? this.#tx.renameView(from, to) : this.rows.rename(from, to);
  }

  async setMarks(marks: Marks): Promise<void> {
    if (this.tail.length === 0) return this.#tx.setMarks(marks);
    // A view that was folded no further than the hub's events has nothing above: its mark is the lower one.
    const above = Object.entries(marks).filter(([, { position }]) => position > this.hubHead);
    setUpperMarks(this.state, Object.fromEntries(above), await this.head());
  }

  reject(rejection: Rejection, kept: number): Promise<void> {
    return this.#tx.reject(rejection, kept);
  }

  blankRejection(rejection: Rejection): Promise<void> {
    return this.#tx.blankRejection(rejection);
  }
}

function sharedText(seq: number): WhetstoneError {
  return new WhetstoneError("not_allowed", `event ${seq} is the team's: its text is forgotten on the hub`, {
    next: "have a lead or an admin of the project forget it on the hub; every machine then follows",
    values: { seq },
  });
}
