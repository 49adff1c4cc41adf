import { copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { makePrivate } from "../../files/private-file.js";
import { placeDraft, removeDraft } from "./create.js";
import type { OpenDatabase } from "./driver.js";

export interface Replacing {
  readonly open: OpenDatabase;
  readonly file: string;
  /** The database that comes in its place; none, if left out. */
  readonly backup: string | undefined;
  /** ISO time for the name of what is moved aside. */
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
 * made from the log by whoever opens it, and an empty log holds nothing.
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
