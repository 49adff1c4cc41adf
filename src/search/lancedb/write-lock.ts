import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { WhetstoneError } from "../../errors.js";

/** A writer touches its lock at least this often; one that did not for so long is gone, or on another machine and gone. */
const staleMs = 60_000;
const waitMs = 10_000;
const askAgainMs = 2;
/** Longer than others wait between two tries, so that a process that writes in a loop lets them in. */
const standAsideMs = 5;

/**
 * One writer at a time, among processes too. LanceDB itself lets two writers insert the same key, and pruning while another
 * writes can remove its files. A lock whose process is dead is taken over.
 */
export class WriteLock {
  readonly #file: string;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** Runs `work` when everybody before has finished. Fails with `busy` after ten seconds of waiting for another process. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => this.#locked(work));
    const aside = () => setTimeout(standAsideMs);
    this.#queue = turn.then(aside, aside);
    return turn;
  }

  /** Says that the holder is alive, between the steps of long work. */
  touch(): void {
    const now = new Date();
    utimesSync(this.#file, now, now);
  }

  async #locked<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    try {
      return await work();
    } finally {
      rmSync(this.#file, { force: true });
    }
  }

  async #take(): Promise<void> {
    const until = Date.now() + waitMs;
    while (!this.#tryTake()) {
      if (Date.now() > until) {
        throw new WhetstoneError("busy", `another process is writing ${this.#file}`, {
          next: "call again; what is missing in the index is caught up then",
          values: { file: this.#file },
        });
      }
      await setTimeout(askAgainMs);
    }
  }

  /** Written under another name and linked into place: a lock always says whose it is, even that of a process killed just then. */
  #tryTake(): boolean {
    const draft = `${this.#file}.${process.pid}.part`;
    try {
      writeFileSync(draft, `${process.pid} ${hostname()}`);
      linkSync(draft, this.#file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      this.#removeStale();
      return false;
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /** By renaming: of several that find it stale, only one moves the file, and none removes the lock of the next holder. */
  #removeStale(): void {
    if (!this.#isStale()) return;
    const aside = `${this.#file}.${process.pid}.stale`;
    try {
      renameSync(this.#file, aside);
      rmSync(aside, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }

  #isStale(): boolean {
    const stat = statSync(this.#file, { throwIfNoEntry: false });
    if (stat === undefined) return false;
    if (Date.now() - stat.mtimeMs > staleMs) return true;
    const [pid, host] = readIfThere(this.#file).split(" ");
    return host === hostname() && !isAlive(Number(pid));
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
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
