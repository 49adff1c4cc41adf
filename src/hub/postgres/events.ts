import type { RecordedEvent } from "../../log/events/envelope.js";
import { sumOfEvent } from "../../log/store/checksum.js";
import type { Connection } from "./driver.js";
import { damaged } from "./translate-error.js";

const columns = "seq, id, type, at, actor, origin, run, task, key, v, data, sum";
const ofProject = `SELECT ${columns} FROM whetstone.event WHERE project = $1`;
const sql = {
  after: `${ofProject} AND seq > $2 ORDER BY seq LIMIT $3`,
  byId: `${ofProject} AND id = $2`,
  byKey: `${ofProject} AND key = $2`,
  // Two looks, each into its own index.
  byIds: `${ofProject} AND id = ANY($2)`,
  byKeys: `${ofProject} AND key = ANY($2)`,
  blank: "UPDATE whetstone.event SET data = $3, sum = $4 WHERE project = $1 AND seq = $2",
};

interface StoredEvent {
  readonly seq: number;
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
  readonly sum: number;
}

/** The events of one project in the database. Each is checked against its sum when it is read. */
export class Events {
  readonly #project: string;
  readonly #connection: Connection;

  constructor(project: string, connection: Connection) {
    this.#project = project;
    this.#connection = connection;
  }

  /** `head` is the seq of the newest event there: none up to it may be missing. */
  async after(seq: number, limit: number, head: number): Promise<readonly RecordedEvent[]> {
    const found = await this.#connection.all<StoredEvent>(sql.after, this.#project, seq, limit);
    const expected = Math.max(0, Math.min(limit, head - seq));
    for (let index = 0; index < expected; index += 1)
      if (found[index]?.seq !== seq + 1 + index)
        throw damaged(this.#project, `event ${seq + 1 + index} is missing from the log`);
    return found.map((event) => this.#checked(event));
  }

  byId(id: string): Promise<RecordedEvent | undefined> {
    return this.#one(sql.byId, id);
  }

  byKey(key: string): Promise<RecordedEvent | undefined> {
    return this.#one(sql.byKey, key);
  }

  async withAny(ids: readonly string[], keys: readonly string[]): Promise<readonly RecordedEvent[]> {
    const found: StoredEvent[] = [];
    if (ids.length > 0)
      found.push(...(await this.#connection.all<StoredEvent>(sql.byIds, this.#project, ids)));
    if (keys.length > 0)
      found.push(...(await this.#connection.all<StoredEvent>(sql.byKeys, this.#project, keys)));
    return found.map((event) => this.#checked(event));
  }

  async blank(event: RecordedEvent): Promise<void> {
    await this.#connection.all(sql.blank, this.#project, event.seq, event.data, storedSum(event));
  }

  async #one(statement: string, text: string): Promise<RecordedEvent | undefined> {
    const found = await this.#connection.get<StoredEvent>(statement, this.#project, text);
    return found && this.#checked(found);
  }

  #checked({ seq, id, type, at, actor, origin, run, task, key, v, data, sum }: StoredEvent): RecordedEvent {
    const event = {
      id,
      project: this.#project,
      seq,
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
    if (sum === storedSum(event)) return event;
    throw damaged(this.#project, `event ${seq} does not match its checksum`);
  }
}

/** A sum as the database keeps it: its numbers of 32 bits have a sign. */
function storedSum(event: RecordedEvent): number {
  return sumOfEvent(event) | 0;
}

/** The events as one array for each column, in the order of the columns. */
export function eventColumns(
  events: readonly RecordedEvent[],
): readonly (readonly (string | number | null)[])[] {
  return [
    events.map(({ seq }) => seq),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ at }) => at),
    events.map(({ actor }) => actor),
    events.map(({ origin }) => origin),
    events.map(({ run }) => run ?? null),
    events.map(({ task }) => task ?? null),
    events.map(({ key }) => key ?? null),
    events.map(({ v }) => v),
    events.map(({ data }) => data),
    events.map(storedSum),
  ];
}
