import { WhetstoneError } from "../../../base/errors.js";
import type { RecordedEvent } from "../../events/envelope.js";
import { sumOfEvent } from "../checksum.js";
import type { Connection } from "./connection.js";
import { damaged } from "./translate-error.js";

/**
 * The row number of an event is its address: the number of its log, then its place in it. SQLite appends to
 * the end of such a table on one page. Two million logs have exact numbers.
 */
const places = 2 ** 32;
const addressOf = (log: number, seq: number) => log * places + seq;

const columns = "address & 4294967295, id, type, at, actor, origin, run, task, key, v, data, sum";
const sql = {
  after: `SELECT ${columns} FROM events WHERE address BETWEEN ? AND ? ORDER BY address LIMIT ?`,
  byId: `SELECT ${columns} FROM events WHERE address >> 32 = ? AND id = ?`,
  byKey: `SELECT ${columns} FROM events WHERE address >> 32 = ? AND key = ?`,
  append: `INSERT INTO events (address, id, type, at, actor, origin, run, task, key, v, data, sum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  blank: "UPDATE events SET data = ?, sum = ? WHERE address = ?",
  log: `SELECT number, coalesce((SELECT max(address) & 4294967295 FROM events
    WHERE address BETWEEN number << 32 AND (number << 32) + 4294967295), 0) AS head
    FROM logs WHERE project = ?`,
  addLog: "INSERT INTO logs (project) VALUES (?) RETURNING number, 0 AS head",
};

/** A row of the table `events` as every statement reads it: its columns, in their order. */
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

/** The number of a log, and the place of its newest event. */
interface Log {
  readonly number: number;
  readonly head: number;
}

/** Before its first event a log has no number; 0 is none's. */
const noLog: Log = { number: 0, head: 0 };

/** The events of one project. Each is checked against its sum when it is read. */
export class Events {
  readonly #project: string;
  readonly #connection: Connection;
  #known: Log | undefined;

  constructor(project: string, connection: Connection) {
    this.#project = project;
    this.#connection = connection;
  }

  get head(): number {
    return this.#log.head;
  }

  after(seq: number, limit: number): readonly RecordedEvent[] {
    const { number, head } = this.#log;
    const [from, to] = [addressOf(number, seq + 1), addressOf(number, places - 1)];
    const found = this.#connection.lists<StoredEvent>(sql.after, from, to, limit);
    const expected = Math.max(0, Math.min(limit, head - seq));
    for (let index = 0; index < expected; index += 1)
      if (found[index]?.[0] !== seq + 1 + index) throw this.missing(seq + 1 + index);
    return found.map((event) => this.#checked(event));
  }

  byId(id: string): RecordedEvent | undefined {
    return this.#one(sql.byId, id);
  }

  byKey(key: string): RecordedEvent | undefined {
    return this.#one(sql.byKey, key);
  }

  append(event: RecordedEvent): void {
    if (event.seq !== this.head + 1 || event.project !== this.#project)
      throw new WhetstoneError(
        "internal",
        `event ${event.seq} of '${event.project}' does not follow ${this.head}`,
      );
    const { id, type, at, actor, origin, run = null, task = null, key = null, v, data } = event;
    const { number } = this.#log.number > 0 ? this.#log : this.#addLog();
    const address = addressOf(number, event.seq);
    const sum = sumOfEvent(event);
    this.#connection.run(sql.append, address, id, type, at, actor, origin, run, task, key, v, data, sum);
    this.#known = { number, head: event.seq };
  }

  blank(seq: number, data: string): void {
    const [event] = this.after(seq - 1, 1);
    if (event === undefined) throw new WhetstoneError("not_found", `there is no event ${seq}`);
    const sum = sumOfEvent({ ...event, data });
    const address = addressOf(this.#log.number, seq);
    this.#connection.run(sql.blank, data, sum, address);
  }

  missing(seq: number): WhetstoneError {
    return damaged(this.#connection.file, `event ${seq} is missing from the log`);
  }

  get #log(): Log {
    this.#known ??= this.#connection.get<Log>(sql.log, this.#project) ?? noLog;
    return this.#known;
  }

  #addLog(): Log {
    return this.#connection.get<Log>(sql.addLog, this.#project) ?? noLog;
  }

  #one(statement: string, text: string): RecordedEvent | undefined {
    const [found] = this.#connection.lists<StoredEvent>(statement, this.#log.number, text);
    return found && this.#checked(found);
  }

  /** Each field by hand: logs have millions of events, and spreading objects costs more than reading them. */
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
      throw damaged(this.#connection.file, `event ${seq} does not match its checksum`);
    return event;
  }
}

/** One flipped bit in its header turns a text of SQLite's into a blob, whose bytes have the same sum. */
function holdsTexts(event: RecordedEvent): boolean {
  const { id, type, at, actor, origin, data, run = "", task = "", key = "" } = event;
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
