import { type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * A folder whose entries changed less than this ago may change again without a newer time stamp: some file
 * systems count in steps of 10 ms.
 */
const settledAfterMs = 50;

/**
 * The files that a connection has open: the database and its write-ahead log. If they are replaced or
 * deleted, SQLite goes on writing to files that have no name any more, and the data is lost. An inode is not
 * reused while it is open, so comparing two numbers detects this.
 */
export class OpenFiles {
  readonly #database: string;
  readonly #inode: string;
  #logInode = "";
  /** The folder as it was when these were its files, once its time stamp can be trusted. */
  #settled: Stats | undefined;

  /** To be made before the database is opened: if it is replaced meanwhile, this is not its inode. */
  constructor(database: string) {
    this.#database = database;
    this.#inode = inodeOf(database);
  }

  /** To be called after the first read, which opens the write-ahead log. */
  opened(): void {
    this.#logInode = inodeOf(`${this.#database}-wal`);
  }

  /**
   * Whether the names still lead to these files. Every new, removed or renamed file changes its folder, so
   * most calls look at nothing else.
   */
  haveTheirNames(): boolean {
    const folder = statSync(dirname(this.#database), quietly);
    if (isSameFolder(folder, this.#settled)) return true;
    const same =
      this.#inode !== "" &&
      inodeOf(this.#database) === this.#inode &&
      inodeOf(`${this.#database}-wal`) === this.#logInode;
    const isSettled = same && folder !== undefined && folder.mtimeMs < Date.now() - settledAfterMs;
    this.#settled = isSettled ? folder : undefined;
    return same;
  }
}

const quietly = { throwIfNoEntry: false } as const;

/** Names a file on this machine for as long as a process has it open; empty where there is none. */
function inodeOf(file: string): string {
  const stat = statSync(file, quietly);
  return stat === undefined ? "" : `${stat.dev}:${stat.ino}`;
}

function isSameFolder(one: Stats | undefined, other: Stats | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.ino === other.ino && one.dev === other.dev && one.mtimeMs === other.mtimeMs;
}
