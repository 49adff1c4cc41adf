import type { Database, Statement } from "./driver.js";

const eventColumns = "address & 4294967295, id, type, at, actor, origin, run, task, key, v, data, sum";

/**
 * Every statement of the adapter, prepared on first use. Values are bound, never written into the text; by
 * position where every outcome asks, which the driver does in half the time.
 */
const statements = {
  beginReading: "BEGIN",
  beginWriting: "BEGIN IMMEDIATE",
  commit: "COMMIT",
  rollBack: "ROLLBACK",
  dataVersion: "PRAGMA data_version",
  schemaVersion: "PRAGMA user_version",
  marks: "SELECT head, marks, sum FROM projects WHERE project = ?",
  setMarks: `INSERT INTO projects (project, head, marks, sum) VALUES (?, ?, ?, ?)
    ON CONFLICT (project) DO UPDATE SET head = excluded.head, marks = excluded.marks, sum = excluded.sum`,
  log: "SELECT number FROM logs WHERE project = ?",
  addLog: "INSERT INTO logs (project) VALUES (?) RETURNING number",
  newest: `SELECT ${eventColumns} FROM events WHERE address BETWEEN ? AND ? ORDER BY address DESC LIMIT 1`,
  append: `INSERT INTO events (address, id, type, at, actor, origin, run, task, key, v, data, sum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  blank: "UPDATE events SET data = @data, sum = @sum WHERE address = @address",
  events: `SELECT ${eventColumns} FROM events WHERE address BETWEEN ? AND ? ORDER BY address LIMIT ?`,
  eventAt: `SELECT ${eventColumns} FROM events WHERE address = ?`,
  stray: "SELECT seq FROM strays WHERE project = ? AND id = ?",
  addStray: "INSERT INTO strays (project, id, seq) VALUES (?, ?, ?)",
  eventByKey: `SELECT ${eventColumns} FROM events WHERE address >> 32 = ? AND key = ?`,
  row: "SELECT row, sum FROM views WHERE project = ? AND view = ? AND key = ?",
  firstRows: "SELECT key, row, sum FROM views WHERE project = ? AND view = ? ORDER BY key LIMIT ?",
  rowsAfter:
    "SELECT key, row, sum FROM views WHERE project = ? AND view = ? AND key > ? ORDER BY key LIMIT ?",
  putRow: `INSERT INTO views (project, view, key, row, sum) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (project, view, key) DO UPDATE SET row = excluded.row, sum = excluded.sum`,
  deleteRow: "DELETE FROM views WHERE project = ? AND view = ? AND key = ?",
  clearView: "DELETE FROM views WHERE project = ? AND view = ?",
  countRows: "SELECT count(*) AS count FROM views WHERE project = ? AND view = ?",
  countBetween: "SELECT count(*) AS count FROM views WHERE project = ? AND view = ? AND key > ? AND key < ?",
  countRejected: "SELECT count(*) AS count FROM rejected WHERE project = ?",
  rejected:
    "SELECT id, at, verb, field, reason, input FROM rejected WHERE project = ? ORDER BY id DESC LIMIT ?",
  reject: `INSERT INTO rejected (project, id, at, verb, field, reason, input)
    VALUES (@project, @id, @at, @verb, @field, @reason, @input)`,
  trimRejected: `DELETE FROM rejected WHERE project = @project AND id NOT IN
    (SELECT id FROM rejected WHERE project = @project ORDER BY id DESC LIMIT @kept)`,
  blankRejection: "UPDATE rejected SET input = @input WHERE project = @project AND id = @id",
  projects: "SELECT project FROM logs UNION SELECT project FROM projects ORDER BY project",
  strangers: "SELECT count(*) AS count FROM events WHERE address >> 32 NOT IN (SELECT number FROM logs)",
  heldViews: "SELECT DISTINCT project, view FROM views ORDER BY project, view",
} as const;

export type StatementName = keyof typeof statements;

/**
 * These give lists of values instead of objects with names, which takes half the time: a log is read by the
 * million.
 */
const nameless: ReadonlySet<StatementName> = new Set([
  "dataVersion",
  "marks",
  "newest",
  "log",
  "addLog",
  "events",
  "eventAt",
  "stray",
  "eventByKey",
]);

type Bound = string | number | null;

/** Prepares each statement once per connection. */
export class Statements {
  readonly #database: Database;
  readonly #prepared = new Map<StatementName, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  run(name: StatementName, ...values: readonly (Bound | Readonly<Record<string, Bound>>)[]): void {
    this.of(name).run(...values);
  }

  get<Row>(name: StatementName, ...values: readonly Bound[]): Row | undefined {
    return this.of(name).get(...values) as Row | undefined;
  }

  all<Row>(name: StatementName, ...values: readonly Bound[]): readonly Row[] {
    return this.of(name).all(...values) as Row[];
  }

  /**
   * The statement itself, for what every outcome runs: handing values through takes as long as binding them.
   */
  of(name: StatementName): Statement {
    const ready = this.#prepared.get(name);
    if (ready !== undefined) return ready;
    const fresh = this.#database.prepare(statements[name]);
    if (nameless.has(name)) fresh.raw();
    this.#prepared.set(name, fresh);
    return fresh;
  }
}
