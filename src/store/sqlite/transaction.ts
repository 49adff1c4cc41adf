import { WhetstoneError } from "../../errors.js";
import type { RecordedEvent } from "../../events/envelope.js";
import { placeIn } from "../../ids.js";
import type { JsonObject } from "../../json.js";
import type { Between, KeyedRow, Marks, Page, Rejection, WriteTransaction } from "../store.js";
import { addressOf, lastPlace } from "./address.js";
import { sumOfEvent } from "./checksum.js";
import { HeadOfLog } from "./head-of-log.js";
import type { KnownHead } from "./known-head.js";
import type { Statements } from "./statements.js";
import { eventFrom, type StoredEvent } from "./stored-event.js";
import { exchanged, slotOf, viewIn } from "./stored-marks.js";
import { damaged } from "./translate-error.js";
import { ViewRows } from "./view-rows.js";

/**
 * One project's part of the database inside an open transaction. Every row is checked against its sum when it
 * is read.
 */
export class SqliteTransaction implements WriteTransaction {
  readonly #project: string;
  readonly #statements: Statements;
  readonly #file: string;
  readonly #known: KnownHead;
  readonly #rows: ViewRows;
  #opened: HeadOfLog | undefined;

  constructor(project: string, statements: Statements, file: string, known: KnownHead = {}) {
    this.#project = project;
    this.#statements = statements;
    this.#file = file;
    this.#known = known;
    this.#rows = new ViewRows({ project, statements, file, nameOf: (slot) => this.viewIn(slot) });
  }

  head(): number {
    return this.#log.head.seq;
  }

  marks(): Marks {
    return this.#log.head.marks;
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    const { number } = this.#log;
    const found = this.#statements.all<StoredEvent>(
      "events",
      addressOf(number, seq + 1),
      addressOf(number, lastPlace),
      limit,
    );
    const expected = Math.max(0, Math.min(limit, this.#log.head.seq - seq));
    for (let index = 0; index < expected; index += 1) {
      if (found[index]?.[0] !== seq + 1 + index)
        throw damaged(this.#file, `event ${seq + 1 + index} is missing from the log`);
    }
    return found.map((event) => eventFrom(event, this.#project, this.#file));
  }

  async eventById(id: string): Promise<RecordedEvent | undefined> {
    const own = this.#eventAt(placeIn(id));
    if (own?.id === id) return own;
    const [seq = 0] = this.#statements.get<readonly [number]>("stray", this.#project, id) ?? [];
    const found = this.#eventAt(seq);
    if (seq > 0 && found?.id !== id)
      throw damaged(this.#file, `event ${seq} is not the one that '${id}' leads to`);
    return found;
  }

  async eventByKey(key: string): Promise<RecordedEvent | undefined> {
    const found = this.#statements.get<StoredEvent>("eventByKey", this.#log.number, key);
    return found && eventFrom(found, this.#project, this.#file);
  }

  row(view: string, key: string): JsonObject | undefined {
    return this.#rows.row(this.#slot(view), key);
  }

  async rows(view: string, page: Page): Promise<readonly KeyedRow[]> {
    return this.#rows.rows(this.#slot(view), page);
  }

  async countRows(view: string, between?: Between): Promise<number> {
    return this.#rows.count(this.#slot(view), between);
  }

  async countRejected(): Promise<number> {
    return this.#statements.get<{ count: number }>("countRejected", this.#project)?.count ?? 0;
  }

  async rejected(limit: number): Promise<readonly Rejection[]> {
    return this.#statements.all<Rejection>("rejected", this.#project, limit);
  }

  append(event: RecordedEvent): void {
    const { seq } = this.#log.head;
    if (event.seq !== seq + 1 || event.project !== this.#project) {
      throw new WhetstoneError("internal", `event ${event.seq} of '${event.project}' does not follow ${seq}`);
    }
    this.#keepStray(event);
    const { id, type, at, actor, origin, run = null, task = null, key = null, v, data } = event;
    const address = addressOf(this.#log.numbered(), event.seq);
    const sum = sumOfEvent(event);
    this.#statements.of("append").run(address, id, type, at, actor, origin, run, task, key, v, data, sum);
    this.#log.appended();
  }

  async blank(seq: number, data: string): Promise<void> {
    const [event] = await this.eventsAfter(seq - 1, 1);
    if (event === undefined) throw new WhetstoneError("not_found", `there is no event ${seq}`);
    const address = addressOf(this.#log.number, seq);
    this.#statements.run("blank", { address, data, sum: sumOfEvent({ ...event, data }) });
  }

  putRow(view: string, key: string, row: JsonObject): void {
    this.#rows.put(this.#slot(view), key, row);
  }

  deleteRow(view: string, key: string): void {
    this.#rows.delete(this.#slot(view), key);
  }

  async clearView(view: string): Promise<void> {
    this.#rows.clear(this.#slot(view));
  }

  async renameView(from: string, to: string): Promise<void> {
    this.#log.change({ slots: exchanged(this.#log.head.slots, from, to) });
  }

  setMarks(marks: Marks): void {
    this.#log.change({ marks });
  }

  async reject(rejection: Rejection, kept: number): Promise<void> {
    this.#statements.run("reject", { project: this.#project, ...rejection });
    this.#statements.run("trimRejected", { project: this.#project, kept });
  }

  async blankRejection(id: string, input: string): Promise<void> {
    this.#statements.run("blankRejection", { project: this.#project, id, input });
  }

  /** Writes the marks. To be called right before the commit. */
  finish(): void {
    this.#opened?.finish();
  }

  /** To be called right after the commit. */
  committed(): void {
    this.#opened?.committed();
  }

  /** The view whose rows lie under this name, which may be that of another. */
  viewIn(slot: string): string {
    return viewIn(this.#log.head.slots, slot);
  }

  #eventAt(seq: number): RecordedEvent | undefined {
    const found =
      seq > 0 ? this.#statements.get<StoredEvent>("eventAt", addressOf(this.#log.number, seq)) : undefined;
    return found && eventFrom(found, this.#project, this.#file);
  }

  /**
   * Most ids name the place of their event, and no other can have them. Those that do not are kept in a table
   * that finds them.
   */
  #keepStray({ id, seq }: RecordedEvent): void {
    const place = placeIn(id);
    if (place === seq) return;
    if (this.#eventAt(place)?.id === id)
      throw new WhetstoneError("internal", `the id ${id} of event ${seq} belongs to event ${place}`);
    this.#statements.run("addStray", this.#project, id, seq);
  }

  #slot(view: string): string {
    return slotOf(this.#log.head.slots, view);
  }

  get #log(): HeadOfLog {
    this.#opened ??= new HeadOfLog(this.#project, this.#statements, this.#file, this.#known);
    return this.#opened;
  }
}
