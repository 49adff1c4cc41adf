import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { SqliteOptions } from "../../src/log/store/sqlite/open-database.js";
import { SqliteStore } from "../../src/log/store/sqlite/sqlite-store.js";

/** A SQLite store in this folder, with settings that a test may change. */
export function sqliteIn(folder: string, changes: Partial<SqliteOptions> = {}): SqliteStore {
  return new SqliteStore({
    file: join(folder, "store.db"),
    backups: { folder: join(folder, "backups"), kept: 3, now: () => new Date().toISOString() },
    busyWaitMs: 600_000,
    synchronous: "normal",
    unique: randomUUID,
    ...changes,
  });
}
