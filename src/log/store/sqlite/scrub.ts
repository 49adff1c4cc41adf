import { existsSync, readFileSync, rmSync } from "node:fs";
import { replaceFile } from "../../../base/files/replace-file.js";
import { backUp, listBackups } from "./backup.js";
import type { Connection } from "./connection.js";
import type { BackupPlace } from "./migrate.js";

/**
 * A file beside the database, from before content is blanked until every other copy of it is gone. A process
 * that ends in between leaves it, and so the rest of the work is not forgotten.
 */
export class ScrubMark {
  readonly #file: string;

  constructor(database: string) {
    this.#file = `${database}-blanked`;
  }

  get isSet(): boolean {
    return existsSync(this.#file);
  }

  set(unique: string): void {
    replaceFile(this.#file, unique, 0o600);
  }

  /** What was blanked while `work` ran is still owed, and so is work that was not completed. */
  async clearAfter(work: () => Promise<boolean>): Promise<boolean> {
    const before = this.#content();
    const isDone = await work();
    if (isDone && this.#content() === before) rmSync(this.#file, { force: true });
    return isDone;
  }

  #content(): string | undefined {
    return this.isSet ? readFileSync(this.#file, "utf8") : undefined;
  }
}

/**
 * Rewrites the file without its free space, empties the write-ahead log, and replaces our backups by a new
 * one. False when another process still reads an older state, so that the log could not be emptied.
 */
export async function scrubFiles(
  connection: Connection,
  { folder, now, kept }: BackupPlace,
  turn: (take: () => unknown) => Promise<void>,
): Promise<boolean> {
  const { database } = connection;
  await turn(() => database.exec("VACUUM"));
  const old = listBackups(folder);
  // The new one comes first: whenever the process ends, there is a backup.
  const fresh = old.length === 0 ? undefined : backUp(database, folder, now(), "after-forget", kept);
  for (const file of old) if (file !== fresh) rmSync(file, { force: true });
  const checkpoint = connection.get<{ readonly busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
  return checkpoint?.busy === 0;
}
