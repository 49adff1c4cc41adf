import { closeSync, fsyncSync, linkSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../../base/files/make-folder.js";
import { makePrivateFile } from "../../../base/files/private-file.js";
import type { OpenDatabase } from "./driver.js";
import type { Migration } from "./migrations/index.js";
import { applicationId } from "./preflight.js";

/**
 * Makes a new database under a name of its own and links it into place when it is complete and on the disk.
 * So a killed process leaves no half-made database, and of many that create it at once exactly one wins.
 */
export function createDatabase(
  open: OpenDatabase,
  file: string,
  unique: string,
  migrations: readonly Migration[],
): void {
  makeFolder(dirname(file));
  const draft = `${file}.new-${unique}`;
  try {
    fillDraft(open, draft, migrations);
    placeDraft(draft, file);
  } finally {
    removeDraft(draft);
  }
}

/** Gives a complete database its name, once it is on the disk; false where the name is taken. */
export function placeDraft(draft: string, file: string): boolean {
  syncFile(draft);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
    return false;
  }
}

export function removeDraft(draft: string): void {
  for (const leftover of ["", "-wal", "-shm", "-journal"]) rmSync(`${draft}${leftover}`, { force: true });
}

/**
 * A draft that a crash interrupts is thrown away, so SQLite need not sync any of it: it is synced once, as a
 * whole, before it gets its name. The whole schema is one transaction.
 */
function fillDraft(open: OpenDatabase, draft: string, migrations: readonly Migration[]): void {
  // SQLite gives the write-ahead log the mode of its database.
  makePrivateFile(draft);
  const database = open(draft, "write");
  try {
    database.exec("PRAGMA synchronous = OFF");
    database.exec("BEGIN");
    database.exec(`PRAGMA application_id = ${applicationId}`);
    for (const { sql } of migrations) database.exec(sql);
    database.exec(`PRAGMA user_version = ${migrations.at(-1)?.version ?? 0}`);
    database.exec("COMMIT");
    database.exec("PRAGMA journal_mode = WAL");
  } finally {
    database.close();
  }
}

function syncFile(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
