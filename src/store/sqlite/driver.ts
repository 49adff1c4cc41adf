import { WhetstoneError } from "../../errors.js";

/** What the adapter asks of a SQLite driver, which works synchronously. Values are bound by position. */
export interface Database {
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

export interface Statement {
  run(...values: readonly unknown[]): unknown;
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
}

export type Bound = string | number | null;

/** `create` makes the file where there is none. The driver itself never waits for a lock. */
export type OpenDatabase = (file: string, mode: "create" | "write" | "read") => Database;

/** Loads the native module on first use: verbs that need no database do not pay for it. */
export async function loadDriver(): Promise<OpenDatabase> {
  try {
    const { default: Driver } = await import("better-sqlite3");
    return (file, mode) =>
      new Driver(file, { fileMustExist: mode !== "create", readonly: mode === "read", timeout: 0 });
  } catch (cause) {
    throw new WhetstoneError("native_module_missing", "the package better-sqlite3 cannot be loaded", {
      next:
        "run 'npm rebuild better-sqlite3' (needs a C++ compiler where there is no prebuilt binary), " +
        'or choose store.kind "memory"',
      values: { platform: process.platform, arch: process.arch, node: process.version },
      cause,
    });
  }
}
