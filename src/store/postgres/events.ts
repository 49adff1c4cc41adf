import { WhetstoneError } from "../../errors.js";
import type { RecordedEvent } from "../../events/envelope.js";
import type { Connection } from "./driver.js";

const columns = "seq, id, type, at, actor, origin, run, task, key, v, data";
const ofProject = `SELECT ${columns} FROM whetstone.event WHERE project = $1`;

interface StoredEvent {
  /** The driver gives numbers of 64 bits as texts. */
  readonly seq: string;
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly actor: string;
  readonly origin: string;
  readonly run: string | null;
  readonly task: string | null;
  readonly key: string | null;
  readonly v: number;
  readonly data: string;
}

/** The events of one project. */
export class Events {
  readonly #project: string;
  readonly #number: string;
  readonly #connection: Connection;

  constructor(project: string, number: string, connection: Connection) {
    this.#project = project;
    this.#number = number;
    this.#connection = connection;
  }

  async after(seq: number, limit: number): Promise<readonly RecordedEvent[]> {
    const sql = `${ofProject} AND seq > $2 ORDER BY seq LIMIT $3`;
    const found = await this.#connection.all<StoredEvent>(sql, this.#number, seq, limit);
    return found.map((event) => this.#recorded(event));
  }

  byId(id: string): Promise<RecordedEvent | undefined> {
    return this.#one(`${ofProject} AND id = $2`, id);
  }

  byKey(key: string): Promise<RecordedEvent | undefined> {
    return this.#one(`${ofProject} AND key = $2`, key);
  }

  async append(event: RecordedEvent, head: number): Promise<void> {
    const { seq, id, type, at, actor, origin, run, task, key, v, data } = event;
    if (seq !== head + 1 || event.project !== this.#project)
      throw new WhetstoneError("internal", `event ${seq} of '${event.project}' does not follow ${head}`);
    const optional = [run, task, key].map((text) => text ?? null);
    await this.#connection.all(
      `INSERT INTO whetstone.event (project, ${columns})
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      ...[this.#number, seq, id, type, at, actor, origin, ...optional, v, data],
    );
  }

  async blank(seq: number, data: string): Promise<void> {
    const sql = "UPDATE whetstone.event SET data = $3 WHERE project = $1 AND seq = $2 RETURNING seq";
    if ((await this.#connection.all(sql, this.#number, seq, data)).length === 0)
      throw new WhetstoneError("not_found", `there is no event ${seq}`);
  }

  async #one(sql: string, text: string): Promise<RecordedEvent | undefined> {
    const found = await this.#connection.get<StoredEvent>(sql, this.#number, text);
    return found && this.#recorded(found);
  }

  #recorded({ seq, id, type, at, actor, origin, run, task, key, v, data }: StoredEvent): RecordedEvent {
    return {
      id,
      project: this.#project,
      seq: Number(seq),
      type,
      at,
      actor,
      origin,
      ...(run === null ? {} : { run }),
      ...(task === null ? {} : { task }),
      ...(key === null ? {} : { key }),
      v,
      data,
    };
  }
}
