import type { Soon } from "../store.js";
import { backUp } from "./backup.js";
import type { Database } from "./driver.js";
import type { Migration } from "./migrations/index.js";
import { newer } from "./preflight.js";

export interface BackupPlace {
  readonly folder: string;
  readonly kept: number;
  /** ISO time for the backup's name. */
  readonly now: () => string;
}

export function schemaVersion(database: Database): number {
  return Number(database.pragma("user_version", { simple: true }));
}

/**
 * Brings the schema to the newest version in one transaction, after a backup.
 * `begin` takes the write lock; whoever gets it second finds nothing left to do.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  place: BackupPlace,
  begin: () => Soon<void>,
): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  const version = schemaVersion(database);
  if (version > newest) throw newer(database.name, version, newest);
  if (version === newest) return;
  backUp(database, place.folder, place.now(), `schema-${version}`, place.kept);
  await begin();
  try {
    for (const each of migrations.slice(schemaVersion(database))) {
      database.exec(each.sql);
      database.pragma(`user_version = ${each.version}`);
    }
    database.exec("COMMIT");
  } finally {
    if (database.inTransaction) database.exec("ROLLBACK");
  }
}
