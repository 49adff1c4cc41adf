import { linkSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../files/make-folder.js";
import type { Driver } from "./driver.js";
import type { Migration } from "./migrations/index.js";
import { applicationId } from "./preflight.js";

/**
 * Makes a new database under a name of its own and links it into place when it is complete.
 * So a killed process leaves no half-made database, and of many that create it at once exactly one wins.
 */
export function createDatabase(
  Driver: Driver,
  file: string,
  unique: string,
  migrations: readonly Migration[],
): void {
  makeFolder(dirname(file));
  const draft = `${file}.new-${unique}`;
  try {
    const database = new Driver(draft);
    database.pragma(`application_id = ${applicationId}`);
    for (const { sql } of migrations) database.exec(sql);
    database.pragma(`user_version = ${migrations.at(-1)?.version ?? 0}`);
    database.pragma("journal_mode = WAL");
    database.close();
    linkSync(draft, file);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    for (const leftover of [draft, `${draft}-wal`, `${draft}-shm`, `${draft}-journal`])
      rmSync(leftover, { force: true });
  }
}
