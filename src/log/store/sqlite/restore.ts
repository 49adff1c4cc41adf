import { copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { WhetstoneError } from "../../../base/errors.js";
import { makePrivate } from "../../../base/files/private-file.js";
import { placeDraft, removeDraft } from "./create.js";
import { type Database, loadDriver, type OpenDatabase } from "./driver.js";
import type { Migration } from "./migrations/index.js";
import type { TakeTurn } from "./open-database.js";
import { preflight } from "./preflight.js";

export interface Replacing {
  readonly open: OpenDatabase;
  readonly file: string;
  /** The database that comes in its place; none, if left out. */
  readonly backup: string | undefined;
  /** ISO time for the names of the files moved aside. */
  readonly at: string;
  /** A name no other process uses now. */
  readonly unique: string;
}

/**
 * Moves the database aside and a copy of the backup into its place. Returns where the files are now that were
 * in use. The caller holds the write lock of the database, so no writer is in the middle of a transaction.
 *
 * A database and a write-ahead log that do not belong together would damage each other. So the log goes first
 * and the new database comes last, when nothing is left under these names; a process that makes a database
 * of its own in between has it moved aside too.
 */
export function replaceDatabase({ open, file, backup, at, unique }: Replacing): readonly string[] {
  const draft = `${file}.new-${unique}`;
  try {
    if (backup !== undefined) copyBackup(open, backup, draft);
    const aside = [...setAside(file, at)];
    while (backup !== undefined && !placeDraft(draft, file))
      aside.push(...setAside(file, `${at}-${aside.length}`));
    return aside;
  } finally {
    removeDraft(draft);
  }
}

/**
 * Takes the write lock of the database and keeps it until it is closed. Undefined where there is none, and
 * where it is so damaged that it cannot be locked: then no writer gets into it either.
 */
export async function lockedOut(
  file: string,
  migrations: readonly Migration[],
  turn: TakeTurn,
): Promise<Database | undefined> {
  const open = await loadDriver();
  const held: { database?: Database } = {};
  try {
    if (!preflight(file, migrations)) return undefined;
    const database = open(file, "write");
    held.database = database;
    // A process that opens the file without its log, during the exchange, must still read all of it.
    await turn(() => database.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
    await turn(() => database.exec("BEGIN IMMEDIATE"));
    return database;
  } catch (error) {
    held.database?.close();
    if (error instanceof WhetstoneError && error.code === "busy") throw error;
    return undefined;
  }
}

/** In the journal mode of every database here: a copy by `VACUUM INTO` has another. */
function copyBackup(open: OpenDatabase, backup: string, draft: string): void {
  copyFileSync(backup, draft);
  makePrivate(draft);
  const database = open(draft, "write");
  try {
    database.exec("PRAGMA journal_mode = WAL");
  } finally {
    database.close();
  }
}

/**
 * Renames the database and its log, so that a damaged one is out of the way but not lost. The third file is
 * made from the log by the next process that opens it, and an empty log holds nothing.
 */
function setAside(file: string, at: string): readonly string[] {
  const aside = `${file}.aside-${at.replace(/[:.]/g, "-")}`;
  rmSync(`${file}-shm`, { force: true });
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log?.size === 0) rmSync(`${file}-wal`, { force: true });
  const parts = ["-wal", ""].filter((part) => existsSync(`${file}${part}`));
  for (const part of parts) renameSync(`${file}${part}`, `${aside}${part}`);
  return parts.map((part) => `${aside}${part}`).reverse();
}
