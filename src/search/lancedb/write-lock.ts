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
import { WhetstoneError } from "../../base/errors.js";
import { fileError } from "../../base/files/file-error.js";

/**
 * A holder touches its lock every `heartbeatMs`. A lock that was not touched for this long belongs to a
 * process that ended or hangs.
 */
const staleMs = 60_000;
const heartbeatMs = 5_000;
const waitMs = 10_000;
const retryMs = 2;
/** Longer than `retryMs`, so that a process that writes in a loop lets others in. */
const yieldMs = 5;

/**
 * Allows one writer at a time, across processes. LanceDB itself lets two writers insert the same key, and
 * pruning during a write can remove its files. The lock of a dead process is taken over.
 */
export class WriteLock {
  readonly #file: string;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Runs `work` after all earlier holders have finished. Throws `busy` after ten seconds of waiting for
   * another process.
   */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => this.#locked(work));
    const letOthersIn = () => setTimeout(yieldMs);
    this.#queue = turn.then(letOthersIn, letOthersIn);
    return turn;
  }

  async #locked<T>(work: () => Promise<T>): Promise<T> {
    const token = `${process.pid} ${hostname()} ${randomUUID()}`;
    await this.#take(token);
    const heartbeat = setInterval(() => this.#touch(token), heartbeatMs);
    heartbeat.unref();
    try {
      return await work();
    } finally {
      clearInterval(heartbeat);
      // If this process hung for so long that another took over, it no longer owns the lock.
      if (lockContent(this.#file) === token) rmSync(this.#file, { force: true });
    }
  }

  async #take(token: string): Promise<void> {
    const until = Date.now() + waitMs;
    while (!this.#tryTake(token)) {
      if (Date.now() > until) {
        throw new WhetstoneError("busy", `another process is writing ${this.#file}`, {
          next: "call again; the index catches up then",
          values: { file: this.#file },
        });
      }
      await setTimeout(retryMs);
    }
  }

  /**
   * Writes the lock under another name and links it into place, so that a lock always names its owner, even
   * when the process is killed at that moment.
   */
  #tryTake(token: string): boolean {
    const draft = `${this.#file}.${process.pid}-${threadId}.part`;
    try {
      writeFileSync(draft, token);
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
   * Checks again under a guard: of several processes that find the lock stale, a slower one would otherwise
   * remove the lock that a faster one has just taken. A guard that a killed process left behind is removed
   * after `staleMs`.
   */
  #removeStale(): void {
    if (!this.#isStale()) return;
    const guard = `${this.#file}.takeover`;
    if (!tryMakeFolder(guard)) {
      if (ageMs(statOrUndefined(guard)) > staleMs) rmdirSync(guard);
      return;
    }
    try {
      if (this.#isStale()) rmSync(this.#file, { force: true });
    } finally {
      rmdirSync(guard);
    }
  }

  #isStale(): boolean {
    const stat = statOrUndefined(this.#file);
    if (stat === undefined) return false;
    if (ageMs(stat) > staleMs) return true;
    const [pid, host] = lockContent(this.#file).split(" ");
    return host === hostname() && !isProcessAlive(Number(pid));
  }

  /** A failed heartbeat is not an error: a lock whose file cannot be reached should become stale. */
  #touch(token: string): boolean {
    try {
      const now = new Date();
      if (lockContent(this.#file) === token) utimesSync(this.#file, now, now);
      return true;
    } catch (error) {
      if (error instanceof Error) return false;
      throw error;
    }
  }
}

function tryMakeFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw fileError(error, folder);
  }
}

function statOrUndefined(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

function ageMs(stat: Stats | undefined): number {
  return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
}

function lockContent(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw fileError(error, file);
  }
}

function isProcessAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
