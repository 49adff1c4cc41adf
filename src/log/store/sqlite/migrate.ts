import { backUp } from "./backup.js";
import { type Connection, schemaVersion } from "./connection.js";
import type { Migration } from "./migrations/index.js";
import { newer, versionsIn } from "./preflight.js";

export interface BackupPlace {
  readonly folder: string;
  readonly kept: number;
  /** ISO time for the backup's name. */
  readonly now: () => string;
}

/**
 * Brings the schema to the newest version in one transaction, after a backup.
 * `begin` takes the write lock; the process that gets it second finds nothing left to do.
 */
export async function migrate(
  { database, file }: Connection,
  migrations: readonly Migration[],
  place: BackupPlace,
  begin: () => Promise<void>,
): Promise<void> {
  const [, newest] = versionsIn(migrations);
  const version = schemaVersion(database);
  if (version > newest) throw newer(file, version, newest);
  if (version === newest) return;
  backUp(database, place.folder, place.now(), `schema-${version}`, place.kept);
  await begin();
  try {
    const reached = schemaVersion(database);
    for (const each of migrations.filter((each) => each.version > reached)) {
      database.exec(each.sql);
      database.exec(`PRAGMA user_version = ${each.version}`);
    }
    database.exec("COMMIT");
  } finally {
    if (database.inTransaction) database.exec("ROLLBACK");
  }
}
