import type { JsonObject } from "../../base/json.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import { viewOfLists } from "../../log/store/sorted-lists.js";
import type {
  Between,
  KeyedRow,
  Marks,
  Page,
  Rejection,
  RowChange,
  RowKey,
  WriteTransaction,
} from "../../log/store/store.js";
import { ownViews, type TailState } from "../../log/store/tail-state.js";
import { dropUpperMark, isWhole } from "./layered-marks.js";
import { WritableRows } from "./layered-rows.js";
import { WritableTail } from "./tail.js";

/** Events after which texts are gone from the hub's log. */
const erasures: ReadonlySet<string> = new Set(["lesson-forgotten", "text-forgotten"]);

/**
 * The hub's part of a shared project: its log, the rows folded from it, their marks. An event that is
 * appended here has its place from the hub, and leaves the tail if it was there.
 */
export class FoundationTransaction implements WriteTransaction {
  readonly #tx: WriteTransaction;
  readonly #state: TailState;
  readonly #tail: WritableTail;
  readonly #rows: WritableRows;
  #hubHead: number;

  constructor(tx: WriteTransaction, state: TailState, hubHead: number, project: string) {
    this.#tx = tx;
    this.#state = state;
    this.#hubHead = hubHead;
    this.#tail = new WritableTail(tx, state, project);
    this.#rows = new WritableRows(tx, state);
  }

  async append(event: RecordedEvent): Promise<void> {
    await this.#tx.append(event);
    await this.#leaveTail(event);
    this.#hubHead = event.seq;
    if (erasures.has(event.type)) this.#state.forgetting = { ...this.#state.forgetting, seen: event.seq };
  }

  /**
   * Where the hub has numbered the very event that is the next here, the whole log stays what it was, and so
   * do the rows of both layers together. Else the end of the log is another one now.
   */
  async #leaveTail(event: RecordedEvent): Promise<void> {
    if (this.#tail.length === 0) return;
    const head = this.#hubHead + this.#tail.length;
    const isNext = isWhole(this.#state, head) && (await this.#tail.beginsWith(event));
    const ordinal = await this.#tail.ordinalOf(ownViews.ids, event.id);
    if (ordinal !== undefined) await this.#tail.remove(ordinal);
    if (!isNext) this.#state.moves += 1;
    if (isNext && this.#tail.length > 0) return;
    await this.#uncoverAll();
  }

  async #uncoverAll(): Promise<void> {
    await this.#rows.uncoverAll();
    this.#state.marks = null;
  }

  /** What was folded from the tail stands on the rows of this view: it is folded again. */
  async #uncover(view: string): Promise<void> {
    await this.#rows.uncover(view);
    dropUpperMark(this.#state, viewOfLists(view));
  }

  putRows(changes: readonly RowChange[]): Promise<void> {
    return this.#rows.putBelow(changes);
  }

  async clearView(view: string): Promise<void> {
    await this.#tx.clearView(view);
    await this.#uncover(view);
  }

  async renameView(from: string, to: string): Promise<void> {
    await this.#tx.renameView(from, to);
    await this.#uncover(to);
  }

  head(): Promise<number> {
    return this.#tx.head();
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

  marks(): Promise<Marks> {
    return this.#tx.marks();
  }

  setMarks(marks: Marks): Promise<void> {
    return this.#tx.setMarks(marks);
  }

  getRows(keys: readonly RowKey[]): Promise<readonly (JsonObject | undefined)[]> {
    return this.#tx.getRows(keys);
  }

  listRows(view: string, page: Page): Promise<readonly KeyedRow[]> {
    return this.#tx.listRows(view, page);
  }

  countRows(view: string, between?: Between): Promise<number> {
    return this.#tx.countRows(view, between);
  }

  blank(seq: number, data: string): Promise<void> {
    return this.#tx.blank(seq, data);
  }

  rejected(limit: number): Promise<readonly Rejection[]> {
    return this.#tx.rejected(limit);
  }

  countRejected(): Promise<number> {
    return this.#tx.countRejected();
  }

  reject(rejection: Rejection, kept: number): Promise<void> {
    return this.#tx.reject(rejection, kept);
  }

  blankRejection(rejection: Rejection): Promise<void> {
    return this.#tx.blankRejection(rejection);
  }
}
