import type { JsonObject } from "../../../base/json.js";
import type { RecordedEvent } from "../../events/envelope.js";
import type {
  Between,
  KeyedRow,
  Marks,
  Page,
  Rejection,
  RowChange,
  RowKey,
  WriteTransaction,
} from "../store.js";
import type { Connection } from "./connection.js";
import { Events } from "./events.js";
import { ViewMarks } from "./marks.js";
import { Rejections } from "./rejections.js";
import { ViewRows } from "./rows.js";

/** One project's part of the database inside an open transaction. */
export class SqliteTransaction implements WriteTransaction {
  readonly #events: Events;
  readonly #marks: ViewMarks;
  readonly #rows: ViewRows;
  readonly #rejections: Rejections;
  #hasBlanked = false;

  constructor(project: string, connection: Connection) {
    this.#events = new Events(project, connection);
    this.#marks = new ViewMarks(project, connection);
    this.#rows = new ViewRows(project, connection, this.#marks);
    this.#rejections = new Rejections(project, connection);
  }

  async head(): Promise<number> {
    return this.#checkedHead();
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    this.#checkedHead();
    return this.#events.after(seq, limit);
  }

  async eventById(id: string): Promise<RecordedEvent | undefined> {
    return this.#events.byId(id);
  }

  async eventByKey(key: string): Promise<RecordedEvent | undefined> {
    return this.#events.byKey(key);
  }

  async marks(): Promise<Marks> {
    return { ...this.#marks.marks };
  }

  async getRows(keys: readonly RowKey[]): Promise<readonly (JsonObject | undefined)[]> {
    return this.#rows.get(keys);
  }

  async listRows(view: string, page: Page): Promise<readonly KeyedRow[]> {
    return this.#rows.list(view, page);
  }

  async countRows(view: string, between?: Between): Promise<number> {
    return this.#rows.count(view, between);
  }

  async rejected(limit: number): Promise<readonly Rejection[]> {
    return this.#rejections.newest(limit);
  }

  async countRejected(): Promise<number> {
    return this.#rejections.count();
  }

  async append(event: RecordedEvent): Promise<void> {
    this.#events.append(event);
  }

  async blank(seq: number, data: string): Promise<void> {
    this.#hasBlanked = true;
    this.#events.blank(seq, data);
  }

  async putRows(changes: readonly RowChange[]): Promise<void> {
    for (const change of changes) this.#rows.put(change);
  }

  async clearView(view: string): Promise<void> {
    this.#rows.clear(view);
  }

  /** Exchanges the names of the two views: no row is moved. */
  async renameView(from: string, to: string): Promise<void> {
    this.#marks.exchange(from, to);
  }

  async setMarks(marks: Marks): Promise<void> {
    this.#marks.marks = { ...marks };
  }

  async reject(rejection: Rejection, kept: number): Promise<void> {
    this.#rejections.add(rejection, kept);
  }

  async blankRejection(rejection: Rejection): Promise<void> {
    this.#hasBlanked = true;
    this.#rejections.blank(rejection);
  }

  get hasBlanked(): boolean {
    return this.#hasBlanked;
  }

  /** Writes the marks. To be called right before the commit. */
  finish(): void {
    this.#marks.finish(this.#events.head);
  }

  /** The view whose rows lie under this name. */
  viewIn(slot: string): string {
    return this.#marks.viewIn(slot);
  }

  /** The marks name an event that was there when they were written. */
  #checkedHead(): number {
    const { head } = this.#events;
    if (this.#marks.writtenAt > head) throw this.#events.missing(this.#marks.writtenAt);
    return head;
  }
}
