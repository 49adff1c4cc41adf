import { pathToFileURL } from "node:url";
import type { DatabaseSyncInstance, SqliteModule, StatementSyncInstance } from "@photostructure/sqlite";
import { WhetstoneError } from "../../../base/errors.js";

/** The synchronous SQLite driver that the adapter needs. Values are bound by position. */
export interface Database {
  readonly inTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string, as?: RowForm): Statement;
  /** Closes the connection and its statements. Closing it twice does nothing. */
  close(): void;
}

/** How a statement gives back a row: as an object, or faster as the list of its columns. */
export type RowForm = "object" | "list";

/** Numbers come back as numbers, blobs as Uint8Array. */
export interface Statement {
  run(...values: readonly Bound[]): void;
  get(...values: readonly Bound[]): unknown;
  all(...values: readonly Bound[]): unknown[];
}

export type Bound = string | number | null;

/** `create` makes the file where there is none. The driver itself never waits for a lock. */
export type OpenDatabase = (file: string, mode: "create" | "write" | "read") => Database;

/** Loads the native module on first use: verbs that need no database do not pay for it. */
export async function loadDriver(): Promise<OpenDatabase> {
  const native = await loadNative();
  return (file, mode) => {
    const place =
      mode === "create" ? file : `${pathToFileURL(file).href}?mode=${mode === "read" ? "ro" : "rw"}`;
    return new NativeDatabase(new native.DatabaseSync(place, { readOnly: mode === "read", timeout: 0 }));
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

class NativeDatabase implements Database {
  readonly #connection: DatabaseSyncInstance;

  constructor(connection: DatabaseSyncInstance) {
    this.#connection = connection;
  }

  get inTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  prepare(sql: string, as: RowForm = "object"): Statement {
    return new NativeStatement(this.#connection, sql, as);
  }

  close(): void {
    if (this.#connection.isOpen) this.#connection.close();
  }
}

/** Holds its connection: a native statement alone would not keep it from being collected. */
class NativeStatement implements Statement {
  readonly connection: DatabaseSyncInstance;
  readonly #prepared: StatementSyncInstance;

  constructor(connection: DatabaseSyncInstance, sql: string, as: RowForm) {
    this.connection = connection;
    this.#prepared = connection.prepare(sql, { returnArrays: as === "list" });
  }

  /** By `get`, which runs it just so: `run` makes an object of counts that nothing here reads. */
  run(...values: readonly Bound[]): void {
    this.#prepared.get(...values);
  }

  get(...values: readonly Bound[]): unknown {
    return this.#prepared.get(...values);
  }

  all(...values: readonly Bound[]): unknown[] {
    return this.#prepared.all(...values);
  }
}
