import { WhetstoneError } from "../../base/errors.js";
import { olderFormat } from "../../log/events/format.js";
import type { Connection } from "./driver.js";
import type { Migration } from "./migrations/index.js";

/** The number of the newest migration that the database has seen; 0 where there is no Whetstone in it. */
export async function schemaVersion(connection: Connection): Promise<number> {
  const found = await connection.get<{ readonly exists: boolean }>(
    "SELECT to_regclass('whetstone.migration') IS NOT NULL AS exists",
  );
  if (found?.exists !== true) return 0;
  const newest = await connection.get<{ readonly version: number | null }>(
    "SELECT max(version) AS version FROM whetstone.migration",
  );
  return newest?.version ?? 0;
}

/**
 * Brings the schema to the newest version in one transaction. Whoever gets the lock second finds nothing left
 * to do. A number of our own: an advisory lock is known to all programs that use the database.
 */
export async function migrate(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  await connection.run("BEGIN");
  try {
    await connection.run("SELECT pg_advisory_xact_lock(6298746516)");
    await connection.run(`
      CREATE SCHEMA IF NOT EXISTS whetstone;
      CREATE TABLE IF NOT EXISTS whetstone.migration (
        version integer PRIMARY KEY,
        name    text NOT NULL,
        at      timestamptz NOT NULL DEFAULT now()
      )`);
    const reached = await schemaVersion(connection);
    for (const { version, name, sql } of migrations.filter((each) => each.version > reached)) {
      await connection.run(sql);
      await connection.all("INSERT INTO whetstone.migration (version, name) VALUES ($1, $2)", version, name);
    }
    await connection.run("COMMIT");
  } catch (error) {
    await connection.run("ROLLBACK");
    throw error;
  }
}

/** Refuses a schema of another form; 0 stands for none. */
export function refuseOther(version: number, migrations: readonly Migration[], location: string): void {
  const [oldest, known] = [migrations[0]?.version ?? 0, migrations.at(-1)?.version ?? 0];
  if (version > 0 && version < oldest)
    throw olderFormat(`the store in ${location}`, location, { values: { location, version } });
  if (version <= known) return;
  throw new WhetstoneError("newer_format", `a newer version of Whetstone keeps ${location}`, {
    next: "update Whetstone",
    values: { location, version, known },
  });
}
