import type BetterSqlite3 from "better-sqlite3";
import { WhetstoneError } from "../../errors.js";

export type Database = BetterSqlite3.Database;
export type Statement = BetterSqlite3.Statement<unknown[]>;
export type Driver = typeof BetterSqlite3;

/** Loads the native module on first use: verbs that need no database do not pay for it. */
export async function loadDriver(): Promise<Driver> {
  try {
    const { default: Driver } = await import("better-sqlite3");
    return Driver;
  } catch (cause) {
    throw new WhetstoneError("native_module_missing", "the package better-sqlite3 cannot be loaded", {
      next: "run 'npm rebuild better-sqlite3' (needs a C++ compiler where there is no prebuilt binary), or choose store.kind \"memory\"",
      values: { platform: process.platform, arch: process.arch, node: process.version },
      cause,
    });
  }
}
