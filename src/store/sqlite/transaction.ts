import { WhetstoneError } from "../../errors.js";
import type { RecordedEvent } from "../../events/envelope.js";
import type { JsonObject } from "../../json.js";
import type { Between, KeyedRow, Marks, Page, Rejection, WriteTransaction } from "../store.js";
import { sumOf, sumOfEvent } from "./checksum.js";
import type { KnownHead } from "./known-head.js";
import type { Statements } from "./statements.js";
import { exchanged, type Head, headFromText, slotOf, textOfMarks, viewIn } from "./stored-marks.js";
import { damaged } from "./translate-error.js";

interface StoredHead {
  readonly head: number;
  readonly marks: string;
  readonly sum: number;
}
interface StoredRow {
  readonly key: string;
  readonly row: string;
  readonly sum: number;
}
type StoredEvent = readonly [
  seq: number,
  id: string,
  type: string,
  at: string,
  actor: string,
  origin: string,
  run: string | null,
  task: string | null,
  key: string | null,
  v: number,
  data: string,
  sum: number,
];

/** One project's part of the database inside an open transaction. Every row is checked against its sum when it is read. */
export class SqliteTransaction implements WriteTransaction {
  readonly #project: string;
  readonly #statements: Statements;
  readonly #file: string;
  readonly #known: KnownHead;
  #head: Head | undefined;
  #headChanged = false;

  constructor(project: string, statements: Statements, file: string, known: KnownHead = {}) {
    this.#project = project;
    this.#statements = statements;
    this.#file = file;
    this.#known = known;
  }

  async head(): Promise<number> {
    return this.#loadHead().seq;
  }

  async marks(): Promise<Marks> {
    return this.#loadHead().marks;
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    const found = this.#statements.all<StoredEvent>("eventsAfter", this.#project, seq, limit);
    const expected = Math.max(0, Math.min(limit, this.#loadHead().seq - seq));
    for (let index = 0; index < expected; index += 1) {
      if (found[index]?.[0] !== seq + 1 + index)
        throw damaged(this.#file, `event ${seq + 1 + index} is missing from the log`);
    }
    return found.map((event) => this.#checked(event));
  }

  async eventById(id: string): Promise<RecordedEvent | undefined> {
    const found = this.#statements.get<StoredEvent>("eventById", this.#project, id);
    return found && this.#checked(found);
  }

  async eventByKey(key: string): Promise<RecordedEvent | undefined> {
    const found = this.#statements.get<StoredEvent>("eventByKey", this.#project, key);
    return found && this.#checked(found);
  }

  async row(view: string, key: string): Promise<JsonObject | undefined> {
    const found = this.#statements.get<StoredRow>("row", this.#project, this.#slot(view), key);
    return found && this.#checkedRow(view, key, found);
  }

  async rows(view: string, { after, limit }: Page): Promise<readonly KeyedRow[]> {
    const found =
      after === undefined
        ? this.#statements.all<StoredRow>("firstRows", this.#project, this.#slot(view), limit)
        : this.#statements.all<StoredRow>("rowsAfter", this.#project, this.#slot(view), after, limit);
    return found.map((each) => ({ key: each.key, row: this.#checkedRow(view, each.key, each) }));
  }

  async countRows(view: string, between?: Between): Promise<number> {
    const place = [this.#project, this.#slot(view)] as const;
    const found =
      between === undefined
        ? this.#statements.get<{ count: number }>("countRows", ...place)
        : this.#statements.get<{ count: number }>("countBetween", ...place, between.after, between.before);
    return found?.count ?? 0;
  }

  async countRejected(): Promise<number> {
    return this.#statements.get<{ count: number }>("countRejected", this.#project)?.count ?? 0;
  }

  async rejected(limit: number): Promise<readonly Rejection[]> {
    return this.#statements.all<Rejection>("rejected", this.#project, limit);
  }

  async append(event: RecordedEvent): Promise<void> {
    const head = this.#loadHead();
    const { seq } = head;
    if (event.seq !== seq + 1 || event.project !== this.#project) {
      throw new WhetstoneError("internal", `event ${event.seq} of '${event.project}' does not follow ${seq}`);
    }
    const { project, id, type, at, actor, origin, run = null, task = null, key = null, v, data } = event;
    const sum = sumOfEvent(event);
    this.#statements.of("append").run(project, event.seq, id, type, at, actor, origin, run, task, key, v, data, sum);
    this.#changeHead({ ...head, seq: event.seq });
  }

  async blank(seq: number, data: string): Promise<void> {
    const [event] = await this.eventsAfter(seq - 1, 1);
    if (event === undefined) throw new WhetstoneError("not_found", `there is no event ${seq}`);
    this.#statements.run("blank", { project: this.#project, seq, data, sum: sumOfEvent({ ...event, data }) });
  }

  async putRow(view: string, key: string, value: JsonObject): Promise<void> {
    const row = JSON.stringify(value);
    this.#statements.of("putRow").run(this.#project, this.#slot(view), key, row, this.#sumOfRow(key, row));
  }

  async deleteRow(view: string, key: string): Promise<void> {
    this.#statements.run("deleteRow", this.#project, this.#slot(view), key);
  }

  async clearView(view: string): Promise<void> {
    this.#statements.run("clearView", this.#project, this.#slot(view));
  }

  async renameView(from: string, to: string): Promise<void> {
    const head = this.#loadHead();
    this.#changeHead({ ...head, slots: exchanged(head.slots, from, to) });
  }

  async setMarks(marks: Marks): Promise<void> {
    this.#changeHead({ ...this.#loadHead(), marks });
  }

  async reject(rejection: Rejection, kept: number): Promise<void> {
    this.#statements.run("reject", { project: this.#project, ...rejection });
    this.#statements.run("trimRejected", { project: this.#project, kept });
  }

  async blankRejection(id: string, input: string): Promise<void> {
    this.#statements.run("blankRejection", { project: this.#project, id, input });
  }

  /** Writes the head once per transaction, however many events it brought. To be called right before the commit. */
  finish(): void {
    if (!this.#headChanged) return;
    const head = this.#loadHead();
    const text = textOfMarks(head);
    const sum = sumOf(this.#project, head.seq, text);
    this.#statements.run("setHead", this.#project, head.seq, text, sum);
    this.#known.last = { project: this.#project, head, text, sum };
  }

  /** The view whose rows lie under this name, which may be that of another. */
  viewIn(slot: string): string {
    return viewIn(this.#loadHead().slots, slot);
  }

  #slot(view: string): string {
    return slotOf(this.#loadHead().slots, view);
  }

  #loadHead(): Head {
    this.#head ??= this.#readHead();
    return this.#head;
  }

  #readHead(): Head {
    const stored = this.#statements.get<StoredHead>("head", this.#project);
    if (stored === undefined) return { seq: 0, marks: {}, slots: {} };
    const { head, marks: text, sum } = stored;
    const { last } = this.#known;
    if (last?.text === text && last.head.seq === head && last.sum === sum && last.project === this.#project)
      return last.head;
    if (sum !== sumOf(this.#project, head, text)) throw damaged(this.#file, "the head of the log");
    return headFromText(text, head);
  }

  #changeHead(head: Head): void {
    this.#head = head;
    this.#headChanged = true;
  }

  /** Written out by hand: a log is read by the million, and spreading objects costs more than reading them. */
  #checked([seq, id, type, at, actor, origin, run, task, key, v, data, sum]: StoredEvent): RecordedEvent {
    const event: { -readonly [Field in keyof RecordedEvent]: RecordedEvent[Field] } = {
      id,
      project: this.#project,
      seq,
      type,
      at,
      actor,
      origin,
      v,
      data,
    };
    if (run !== null) event.run = run;
    if (task !== null) event.task = task;
    if (key !== null) event.key = key;
    if (sum !== sumOfEvent(event) || !holdsTexts(event))
      throw damaged(this.#file, `event ${seq} does not match its checksum`);
    return event;
  }

  #checkedRow(view: string, key: string, { row, sum }: StoredRow): JsonObject {
    if (sum !== this.#sumOfRow(key, row))
      throw damaged(this.#file, `row '${key}' of view '${view}' does not match its checksum`);
    return JSON.parse(row);
  }

  #sumOfRow(key: string, row: string): number {
    return sumOf(this.#project, key, row);
  }
}

/** One flipped bit in its header makes a text of SQLite's a blob, whose bytes have the same sum. */
function holdsTexts({ id, type, at, actor, origin, data, run = "", task = "", key = "" }: RecordedEvent): boolean {
  return (
    typeof id === "string" &&
    typeof type === "string" &&
    typeof at === "string" &&
    typeof actor === "string" &&
    typeof origin === "string" &&
    typeof data === "string" &&
    typeof run === "string" &&
    typeof task === "string" &&
    typeof key === "string"
  );
}
