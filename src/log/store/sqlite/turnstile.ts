import { closeSync, existsSync, openSync, statSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import { WhetstoneError } from "../../../base/errors.js";
import type { TurnOptions } from "../store.js";

/**
 * A waiter asks again after a tenth of the time that it has waited, or that it waited the last time: with many
 * others it has to wait long, and twenty that ask every few milliseconds keep a processor busy with asking. As
 * long as nobody writes it asks ever less often too: a turn is long, or the machine busy.
 */
const shortestPauseMs = 5;
const longestPauseMs = 40;
const pauseShare = 0.1;
/** A waiter renews its mark this often, and a mark older than twice that means that no process waits. */
const markEveryMs = 40;
/** A writer in a loop looks for waiters this often: a look costs a hundredth of a turn. */
const lookEveryMs = 3;
/**
 * How long a writer in a loop goes on while others wait, and its minimum number of turns. A change of writers
 * costs a few milliseconds, in which the lock lies idle and the next reads again what others have written.
 */
const spellMs = 10;
const spellTurns = 4;
/** After its spell a writer pauses until another has written, or for this long if none does. */
const asideMs = 10;
/** When a spell ends, a new waiter holds back by this much, so that earlier waiters go first. */
const courtesyMs = 4;

/**
 * Takes turns at the write lock of a SQLite file among independent processes. SQLite's own busy handler has
 * no order: a process that writes in a loop re-takes the lock within microseconds and starves the rest. Here
 * a waiter leaves a mark, and a process that writes again and again while the mark is fresh announces a spell
 * of some turns, during which no waiter asks for the lock, and then stands aside. Both are time stamps of an
 * empty file: it was modified when somebody waited, and accessed when the spell ends. They are only a
 * courtesy; the lock alone decides, so a crash leaves nothing behind.
 */
export class Turnstile {
  readonly #markFile: string;
  readonly #waitMs: number;
  readonly #lastWrite: () => unknown;
  #lastTurnMs = Number.NEGATIVE_INFINITY;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #lastWaitMs = 0;
  /** Set while others wait and this process goes on. */
  #spell: { readonly endsMs: number; turns: number } | undefined;

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
    if (this.#hasJustWritten(started) && this.#mustStandAside(started))
      return this.#standAside(attempt, started, options);
    return attempt() ? undefined : this.#wait(attempt, started, options);
  }

  /** To be called when the lock was given back. */
  left(): void {
    this.#lastTurnMs = monotonicMs();
  }

  #hasJustWritten(now: number): boolean {
    const hasWritten = now - this.#lastTurnMs < markEveryMs;
    if (!hasWritten) this.#spell = undefined;
    return hasWritten;
  }

  /** Begins a spell if another process waits. True once the spell is over. */
  #mustStandAside(now: number): boolean {
    if (this.#spell === undefined) {
      if (!this.#someoneWaits(now)) return false;
      this.#spell = { endsMs: now + spellMs, turns: 0 };
      this.#announce(spellMs);
    }
    this.#spell.turns += 1;
    if (now < this.#spell.endsMs) return false;
    if (this.#spell.turns > spellTurns) return true;
    this.#announce(spellMs);
    return false;
  }

  async #standAside(attempt: () => boolean, started: number, options: TurnOptions): Promise<void> {
    this.#spell = undefined;
    this.#lookedMs = Number.NEGATIVE_INFINITY;
    const write = this.#lastWrite();
    if (this.#someoneWaits(started))
      do await sleep(1);
      while (this.#lastWrite() === write && monotonicMs() - started < asideMs);
    if (!attempt()) await this.#wait(attempt, started, options);
  }

  /** After an attempt that failed. */
  async #wait(
    attempt: () => boolean,
    started: number,
    { waitMs = this.#waitMs, isOver, onOthersTurn }: TurnOptions,
  ): Promise<void> {
    this.#spell = undefined;
    let marked = Number.NEGATIVE_INFINITY;
    let turn = { write: this.#lastWrite(), since: started };
    let spell = this.#spellLeft();
    for (;;) {
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
      const courtesy = spell > 0 ? spell + courtesyMs / (1 + waited / spellMs) : 0;
      await sleep(Math.max(courtesy, pauseOf(Math.max(waited, this.#lastWaitMs), now - turn.since)));
      spell = this.#spellLeft();
      if (spell > 0 || !attempt()) continue;
      this.#lastWaitMs = monotonicMs() - started;
      return;
    }
  }

  /** Looked up now and then, not at every turn: a waiter renews its mark until it is let in. */
  #someoneWaits(now: number): boolean {
    if (now - this.#lookedMs < lookEveryMs) return false;
    this.#lookedMs = now;
    const mark = statSync(this.#markFile, { throwIfNoEntry: false });
    return mark !== undefined && Date.now() - mark.mtimeMs < 2 * markEveryMs;
  }

  /** How long the current writer goes on. A time longer than any spell would come from another clock. */
  #spellLeft(): number {
    const mark = statSync(this.#markFile, { throwIfNoEntry: false });
    const left = (mark?.atimeMs ?? 0) - Date.now();
    return left > spellMs ? 0 : left;
  }

  #announce(forMs: number): void {
    const mark = statSync(this.#markFile, { throwIfNoEntry: false });
    if (mark !== undefined) utimesSync(this.#markFile, (Date.now() + forMs) / 1000, mark.mtimeMs / 1000);
  }

  /** If the folder is gone, there is no lock to wait for. */
  #leaveMark(): void {
    if (!existsSync(dirname(this.#markFile))) return;
    closeSync(openSync(this.#markFile, "a", 0o600));
    utimesSync(this.#markFile, statSync(this.#markFile).atimeMs / 1000, Date.now() / 1000);
  }
}

function pauseOf(waitMs: number, sinceWriteMs: number): number {
  return Math.min(longestPauseMs, Math.max(shortestPauseMs, waitMs * pauseShare, sinceWriteMs));
}

/** Not that of `node:timers/promises`, which hardly any command needs and each would load. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
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
