import { closeSync, existsSync, openSync, statSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WhetstoneError } from "../../errors.js";
import type { TurnOptions } from "../store.js";

/**
 * A waiter asks again after this long at first, and more often the longer it has waited: the oldest is
 * likeliest to be next. Twenty waiters that ask every millisecond would keep a processor busy with asking.
 */
const firstPauseMs = 10;
const lastPauseMs = 5;
/** A waiter renews its mark this often, and a mark older than twice that means that no process waits. */
const markEveryMs = 20;
/** A writer in a loop looks for waiters this often: a look costs a hundredth of a turn. */
const lookEveryMs = 3;
/** How long a writer that has just written stands aside when another process waits. */
const courtesyMs = 1;

/**
 * Takes turns at the one write lock of a SQLite file among processes that know nothing of each other.
 * SQLite's own busy handler has no order: a process that writes in a loop re-takes the lock within
 * microseconds and starves the rest. Here a waiter leaves a mark (the time stamp of an empty file), and
 * a process that has just written stands aside while the mark is fresh. The mark is only a courtesy; the
 * lock alone decides, so a crash leaves nothing behind.
 */
export class Turnstile {
  readonly #markFile: string;
  readonly #waitMs: number;
  readonly #lastWrite: () => unknown;
  #lastTurnMs = Number.NEGATIVE_INFINITY;
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** `lastWrite` is another value after each turn of any process. */
  constructor(markFile: string, waitMs: number, lastWrite: () => unknown) {
    this.#markFile = markFile;
    this.#waitMs = waitMs;
    this.#lastWrite = lastWrite;
  }

  /**
   * Calls `attempt` until it takes the lock (returns true), or fails with `busy` after the wait. Where it
   * need not wait it returns nothing to wait for.
   */
  enter(attempt: () => boolean, options: TurnOptions = {}): Promise<void> | undefined {
    const started = monotonicMs();
    if (this.#hasJustWritten(started) && this.#someoneWaits())
      return this.#standAside(attempt, started, options);
    return attempt() ? undefined : this.#wait(attempt, started, options);
  }

  async #standAside(attempt: () => boolean, started: number, options: TurnOptions): Promise<void> {
    await sleep(courtesyMs);
    if (!attempt()) await this.#wait(attempt, started, options);
  }

  /** After an attempt that failed. */
  async #wait(
    attempt: () => boolean,
    started: number,
    { waitMs = this.#waitMs, isOver, onOthersTurn }: TurnOptions,
  ): Promise<void> {
    let marked = Number.NEGATIVE_INFINITY;
    let turn = { write: this.#lastWrite(), since: started };
    do {
      const now = monotonicMs();
      const waited = now - started;
      const write = this.#lastWrite();
      if (write !== turn.write) {
        onOthersTurn?.(now - turn.since);
        turn = { write, since: now };
      }
      if (waited >= waitMs || isOver?.() === true) throw busy(waited);
      if (now - marked >= markEveryMs) {
        this.#leaveMark();
        marked = now;
      }
      await sleep(Math.max(lastPauseMs, firstPauseMs - waited / 20));
    } while (!attempt());
  }

  /** To be called when the lock was given back. */
  left(): void {
    this.#lastTurnMs = monotonicMs();
  }

  #hasJustWritten(now: number): boolean {
    return now - this.#lastTurnMs < markEveryMs;
  }

  /** Looked up now and then, not at every turn: a waiter renews its mark until it is let in. */
  #someoneWaits(): boolean {
    const now = monotonicMs();
    if (now - this.#lookedMs < lookEveryMs) return false;
    this.#lookedMs = now;
    const mark = statSync(this.#markFile, { throwIfNoEntry: false });
    return mark !== undefined && Date.now() - mark.mtimeMs < 2 * markEveryMs;
  }

  /** Where the folder is gone there is no lock to wait for much longer. */
  #leaveMark(): void {
    if (!existsSync(dirname(this.#markFile))) return;
    const now = Date.now() / 1000;
    closeSync(openSync(this.#markFile, "a", 0o600));
    utimesSync(this.#markFile, now, now);
  }
}

/** Not `performance.now()`: the first use of that global takes a fifteenth of a cold start. */
function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

function busy(waitedMs: number): WhetstoneError {
  const waited = Math.round(waitedMs);
  return new WhetstoneError(
    "busy",
    `other processes kept the store locked for ${waited} ms. Nothing was written.`,
    {
      next: "call again; if it stays, see which process holds the database, or raise store.busyWaitMs",
      values: { waitedMs: waited },
    },
  );
}
