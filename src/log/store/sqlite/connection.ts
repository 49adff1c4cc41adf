import type { Bound, Database, RowForm, Statement } from "./driver.js";

/** An open database and its prepared statements: each is prepared when it is first used. */
export class Connection {
  readonly database: Database;
  readonly file: string;
  readonly #prepared = new Map<string, Statement>();

  constructor(database: Database, file: string) {
    this.database = database;
    this.file = file;
  }

  run(sql: string, ...values: readonly Bound[]): void {
    this.#statement(sql).run(...values);
  }

  get<Row>(sql: string, ...values: readonly Bound[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: readonly Bound[]): readonly Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  /** Rows as lists of their columns. A statement that is read so is always read so. */
  lists<Columns extends readonly unknown[]>(sql: string, ...values: readonly Bound[]): readonly Columns[] {
    return this.#statement(sql, "list").all(...values) as unknown[] as Columns[];
  }

  #statement(sql: string, as?: RowForm): Statement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const fresh = this.database.prepare(sql, as);
    this.#prepared.set(sql, fresh);
    return fresh;
  }
}

/** The version of the schema that the database has. */
export function schemaVersion(database: Database): number {
  const found = database.prepare("PRAGMA user_version").get() as { readonly user_version: number };
  return found.user_version;
}
