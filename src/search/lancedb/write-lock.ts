import { randomUUID } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { threadId } from "node:worker_threads";
import { WhetstoneError } from "../../errors.js";
import { fileError } from "../../files/file-error.js";

/**
 * A holder's lock is touched every `beatMs`; one that was not for this long belongs to a process that is gone
 * or stopped.
 */
const staleMs = 60_000;
const beatMs = 5_000;
const waitMs = 10_000;
const askAgainMs = 2;
/** Longer than others wait between two tries, so that a process that writes in a loop lets them in. */
const standAsideMs = 5;

/**
 * One writer at a time, among processes too. LanceDB itself lets two writers insert the same key, and pruning
 * while another writes can remove its files. A lock whose process is dead is taken over.
 */
export class WriteLock {
  readonly #file: string;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Runs `work` when everybody before has finished. Fails with `busy` after ten seconds of waiting for
   * another process.
   */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => this.#locked(work));
    const aside = () => setTimeout(standAsideMs);
    this.#queue = turn.then(aside, aside);
    return turn;
  }

  async #locked<T>(work: () => Promise<T>): Promise<T> {
    const mark = `${process.pid} ${hostname()} ${randomUUID()}`;
    await this.#take(mark);
    const beat = setInterval(() => this.#touch(mark), beatMs);
    beat.unref();
    try {
      return await work();
    } finally {
      clearInterval(beat);
      // Who was stopped for so long that somebody took over must not remove the lock of that one.
      if (contentOf(this.#file) === mark) rmSync(this.#file, { force: true });
    }
  }

  async #take(mark: string): Promise<void> {
    const until = Date.now() + waitMs;
    while (!this.#tryTake(mark)) {
      if (Date.now() > until) {
        throw new WhetstoneError("busy", `another process is writing ${this.#file}`, {
          next: "call again; what is missing in the index is caught up then",
          values: { file: this.#file },
        });
      }
      await setTimeout(askAgainMs);
    }
  }

  /**
   * Written under another name and linked into place: a lock always says whose it is, even that of a process
   * killed just then.
   */
  #tryTake(mark: string): boolean {
    const draft = `${this.#file}.${process.pid}-${threadId}.part`;
    try {
      writeFileSync(draft, mark);
      linkSync(draft, this.#file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw fileError(error, this.#file);
      this.#removeStale();
      return false;
    } finally {
      if (existsSync(draft)) rmSync(draft);
    }
  }

  /**
   * Under a guard, and looked at again there: of several that find it stale, the slower one would otherwise
   * remove the lock that the faster one has just taken. The guard is held for two calls; one that a kill left
   * behind goes after the same time.
   */
  #removeStale(): void {
    if (!this.#isStale()) return;
    const guard = `${this.#file}.takeover`;
    if (!madeFolder(guard)) {
      if (ageOf(statOf(guard)) > staleMs) rmdirSync(guard);
      return;
    }
    try {
      if (this.#isStale()) rmSync(this.#file, { force: true });
    } finally {
      rmdirSync(guard);
    }
  }

  #isStale(): boolean {
    const stat = statOf(this.#file);
    if (stat === undefined) return false;
    if (ageOf(stat) > staleMs) return true;
    const [pid, host] = contentOf(this.#file).split(" ");
    return host === hostname() && !isAlive(Number(pid));
  }

  /** A beat that fails is no error: the lock grows stale, as it should when its file cannot be reached. */
  #touch(mark: string): boolean {
    try {
      const now = new Date();
      if (contentOf(this.#file) === mark) utimesSync(this.#file, now, now);
      return true;
    } catch (error) {
      if (error instanceof Error) return false;
      throw error;
    }
  }
}

function madeFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw fileError(error, folder);
  }
}

function statOf(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

function ageOf(stat: Stats | undefined): number {
  return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw fileError(error, file);
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
