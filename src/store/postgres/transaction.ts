import type { RecordedEvent } from "../../events/envelope.js";
import type { JsonObject } from "../../json.js";
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
import type { Connection } from "./driver.js";
import { Events } from "./events.js";
import { Rejections } from "./rejections.js";
import { ViewRows } from "./rows.js";

/** The row of a project as the transaction found it. */
export interface ProjectRow {
  readonly number: string;
  readonly head: string;
  readonly marks: string;
}

/** One project's part of the database inside an open transaction. */
export class PostgresTransaction implements WriteTransaction {
  readonly #connection: Connection;
  readonly #number: string;
  readonly #events: Events;
  readonly #rows: ViewRows;
  readonly #rejections: Rejections;
  #head: number;
  #marks: string;
  #changed = false;

  constructor(project: string, { number, head, marks }: ProjectRow, connection: Connection) {
    this.#connection = connection;
    this.#number = number;
    this.#head = Number(head);
    this.#marks = marks;
    this.#events = new Events(project, number, connection);
    this.#rows = new ViewRows(number, connection);
    this.#rejections = new Rejections(number, connection);
  }

  async head(): Promise<number> {
    return this.#head;
  }

  eventsAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#events.after(seq, limit);
  }

  eventById(id: string): Promise<RecordedEvent | undefined> {
    return this.#events.byId(id);
  }

  eventByKey(key: string): Promise<RecordedEvent | undefined> {
    return this.#events.byKey(key);
  }

  async marks(): Promise<Marks> {
    return JSON.parse(this.#marks);
  }

  getRows(keys: readonly RowKey[]): Promise<readonly (JsonObject | undefined)[]> {
    return this.#rows.get(keys);
  }

  listRows(view: string, page: Page): Promise<readonly KeyedRow[]> {
    return this.#rows.list(view, page);
  }

  countRows(view: string, between?: Between): Promise<number> {
    return this.#rows.count(view, between);
  }

  rejected(limit: number): Promise<readonly Rejection[]> {
    return this.#rejections.newest(limit);
  }

  countRejected(): Promise<number> {
    return this.#rejections.count();
  }

  async append(event: RecordedEvent): Promise<void> {
    await this.#events.append(event, this.#head);
    this.#head = event.seq;
    this.#changed = true;
  }

  blank(seq: number, data: string): Promise<void> {
    return this.#events.blank(seq, data);
  }

  putRows(changes: readonly RowChange[]): Promise<void> {
    return this.#rows.put(changes);
  }

  clearView(view: string): Promise<void> {
    return this.#rows.clear(view);
  }

  renameView(from: string, to: string): Promise<void> {
    return this.#rows.rename(from, to);
  }

  async setMarks(marks: Marks): Promise<void> {
    this.#marks = JSON.stringify(marks);
    this.#changed = true;
  }

  reject(rejection: Rejection, kept: number): Promise<void> {
    return this.#rejections.add(rejection, kept);
  }

  blankRejection(rejection: Rejection): Promise<void> {
    return this.#rejections.blank(rejection);
  }

  /** Writes the head and the marks. To be called right before the commit. */
  async finish(): Promise<void> {
    if (!this.#changed) return;
    const sql = "UPDATE whetstone.project SET head = $2, marks = $3 WHERE number = $1";
    await this.#connection.all(sql, this.#number, this.#head, this.#marks);
  }
}
