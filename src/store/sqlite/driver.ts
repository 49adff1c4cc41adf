import { pathToFileURL } from "node:url";
import type { DatabaseSyncInstance, SqliteModule, StatementSyncInstance } from "@photostructure/sqlite";
import { WhetstoneError } from "../../errors.js";

/** What a statement is given: values by position, or one object by name. */
export type Bound = string | number | null;
type Named = Readonly<Record<string, Bound>>;

export interface OpenOptions {
  readonly readonly?: boolean;
  /** Otherwise a file that is missing is created. */
  readonly fileMustExist?: boolean;
  /** How long SQLite itself waits for a lock before a statement fails. */
  readonly timeout?: number;
}

/** Opens databases: the class below, bound to the native module. */
export type Driver = new (file: string, options?: OpenOptions) => Database;

/** Loads the native module on first use: verbs that need no database do not pay for it. */
export async function loadDriver(): Promise<Driver> {
  const native = await loadNative();
  return class extends Database {
    constructor(file: string, options?: OpenOptions) {
      super(native, file, options);
    }
  };
}

async function loadNative(): Promise<SqliteModule> {
  try {
    return await import("@photostructure/sqlite");
  } catch (cause) {
    throw new WhetstoneError("native_module_missing", "the package @photostructure/sqlite cannot be loaded", {
      next: 'install again; where it has no binary for this platform choose store.kind "memory"',
      values: { platform: process.platform, arch: process.arch, node: process.version },
      cause,
    });
  }
}

const defaultTimeoutMs = 5_000;

/** One connection to a SQLite file, with no more of the native module than this adapter uses. */
export class Database {
  readonly name: string;
  readonly #connection: DatabaseSyncInstance;

  constructor(native: SqliteModule, file: string, options: OpenOptions = {}) {
    const { readonly = false, fileMustExist = false, timeout = defaultTimeoutMs } = options;
    this.name = file;
    const place = fileMustExist ? `${pathToFileURL(file).href}?mode=${readonly ? "ro" : "rw"}` : file;
    this.#connection = new native.DatabaseSync(place, { readOnly: readonly, timeout });
  }

  get inTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  prepare(sql: string): Statement {
    return new Statement(this.#connection, sql);
  }

  /** The rows that a pragma answers with, or with `simple` the first value of the first. */
  pragma(text: string, { simple = false } = {}): unknown {
    const statement = this.#connection.prepare(`PRAGMA ${text}`);
    try {
      if (!simple) return statement.all();
      statement.setReturnArrays(true);
      return (statement.get() as readonly unknown[] | undefined)?.[0];
    } finally {
      statement.close();
    }
  }

  /** Closes the connection and its statements. Closing it twice does nothing. */
  close(): void {
    if (this.#connection.isOpen) this.#connection.close();
  }

  /** The bytes of the whole database as its file would hold them. */
  serialize(): Uint8Array {
    return this.#connection.serialize();
  }

  /** Replaces what this connection holds, in memory, by these bytes. */
  deserialize(bytes: Uint8Array): void {
    this.#connection.deserialize(bytes);
  }
}

/** A prepared statement. Numbers come back as numbers, blobs as Uint8Array. */
export class Statement {
  /** Held as long as the statement is: the native one does not keep its connection from being collected. */
  readonly #connection: DatabaseSyncInstance;
  readonly #sql: string;
  readonly #prepared: StatementSyncInstance;
  #lists = false;

  constructor(connection: DatabaseSyncInstance, sql: string) {
    this.#connection = connection;
    this.#sql = sql;
    this.#prepared = connection.prepare(sql);
  }

  /** From now on rows are lists of values instead of objects with names. */
  raw(): this {
    this.#lists = true;
    this.#prepared.setReturnArrays(true);
    return this;
  }

  run(...values: readonly (Bound | Named)[]): void {
    if (values.some(holdsNul)) this.#withNul(values, (statement, bound) => statement.run(...bound));
    else this.#prepared.run(...values);
  }

  get(...values: readonly (Bound | Named)[]): unknown {
    if (values.some(holdsNul)) return this.#withNul(values, (statement, bound) => statement.get(...bound));
    return this.#prepared.get(...values);
  }

  all(...values: readonly (Bound | Named)[]): unknown[] {
    if (values.some(holdsNul)) return this.#withNul(values, (statement, bound) => statement.all(...bound));
    return this.#prepared.all(...values);
  }

  /**
   * The native module cuts a text at its first NUL when it binds it, and would find the row of another name.
   * Such a text, which hardly ever comes, is bound as bytes and made a text by SQLite.
   */
  #withNul<T>(
    values: readonly (Bound | Named)[],
    call: (statement: StatementSyncInstance, bound: readonly unknown[]) => T,
  ): T {
    const { sql, bound } = castingNul(this.#sql, values);
    const statement = this.#connection.prepare(sql);
    try {
      statement.setReturnArrays(this.#lists);
      return call(statement, bound);
    } finally {
      statement.close();
    }
  }
}

function holdsNul(value: Bound | Named): boolean {
  if (typeof value === "string") return value.includes("\0");
  return typeof value === "object" && value !== null && Object.values(value).some(holdsNul);
}

/** Our statements hold `?` and `@name` for values alone, never inside a text. */
function castingNul(
  sql: string,
  values: readonly (Bound | Named)[],
): { sql: string; bound: readonly unknown[] } {
  const named = values.find((value): value is Named => typeof value === "object" && value !== null) ?? {};
  let place = 0;
  const casting = sql.replace(/\?|@(\w+)/g, (holder, name: string | undefined) => {
    const value = name === undefined ? values[place++] : named[name];
    return typeof value === "string" && holdsNul(value) ? `CAST(${holder} AS TEXT)` : holder;
  });
  return { sql: casting, bound: values.map(bytesForNul) };
}

function bytesForNul(value: Bound | Named): unknown {
  if (typeof value === "string") return holdsNul(value) ? Buffer.from(value) : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bytesForNul(each)]));
}
