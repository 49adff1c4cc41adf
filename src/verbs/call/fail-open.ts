import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { isoTime } from "../../log/events/time.js";
import type { WaitOptions } from "../../log/store/ledger.js";
import { isCallerMistake } from "./caller-mistake.js";
import type { Context } from "./context.js";
import { lookEveryMs, OwnTime, readClocks } from "./own-time.js";

/** Why nothing came of a call that must not stop its caller. */
export const failureOutput = z.strictObject({ code: z.string(), reason: z.string() });

export type Failure = Readonly<z.output<typeof failureOutput>>;

/** A log of this length is folded again in a tenth of a second. */
const foldAtMost = 2_000;

export interface Deadline {
  /** For a transaction that must not outlast the limit. */
  readonly options: WaitOptions;
  /** Throws once the limit has passed: no caller waits for the work then, and it must not be kept. */
  check(): void;
}

/** For work without a limit. */
export const noDeadline: Deadline = { options: {}, check: () => undefined };

/**
 * Does work that an agent should not wait for, and go on without if it fails: returns what failed instead of
 * throwing, at the latest when the limit has passed, and notes the loss. Nothing is lost in silence. A mistake in
 * the calling program is thrown.
 */
export async function failOpen<T>(
  context: Context,
  stage: string,
  limitMs: number,
  work: (deadline: Deadline) => Promise<T>,
  load: () => Promise<unknown> = () => context.ledger.prepareToWrite(),
): Promise<{ readonly done: T } | { readonly failed: Failure; readonly timedOut: boolean }> {
  // The first call of a process loads the code, which says nothing about the store.
  await load();
  const deadline = startDeadline(stage, limitMs, context.limits.starvedMs);
  try {
    const working = work(deadline);
    // Work that lost the race is not awaited, and its failure must not end the process.
    working.catch(() => undefined);
    return { done: await Promise.race([working, deadline.passed]) };
  } catch (error) {
    if (isCallerMistake(error)) throw error;
    const failed = failureOf(error);
    noteLoss(context, stage, `${failed.code}: ${failed.reason}`);
    return { failed, timedOut: failed.code === "busy" && deadline.isOver() };
  } finally {
    deadline.stop();
  }
}

/** A built-in model and the index of 100,000 lessons are loaded in a fifth of it. */
const loadingMs = 2_000;

/**
 * For work that compares texts: what finds lessons, the model and the project's index, is loaded in a time of
 * its own. The work goes on by words without it, and the next one finds it loaded.
 */
export async function loadSearch(context: Context): Promise<void> {
  await context.ledger.prepareToWrite();
  const deadline = startDeadline("search", loadingMs, context.limits.starvedMs);
  try {
    const load = async () => (await context.search()).position(context.ledger.project);
    await Promise.race([load(), deadline.passed]);
  } catch {
    // The work itself opens it again, and reports why it fails.
    return;
  } finally {
    deadline.stop();
  }
}

export function noteLoss({ losses, clock }: Context, stage: string, reason: string): void {
  losses.note({ at: isoTime(clock()), stage, reason });
}

/**
 * Passes after this much of the process's own time, and at the latest `starvedMs` later on the wall clock:
 * twenty programs that start at once wait for a processor and for each other, not for a store that hangs.
 */
function startDeadline(stage: string, limitMs: number, starvedMs: number) {
  const time = new OwnTime(readClocks());
  const left = () => {
    const { own, wall } = time.look(readClocks());
    return Math.min(limitMs - own, limitMs + starvedMs - wall);
  };
  const timer: { stop: () => void } = { stop: () => undefined };
  const passed = new Promise<never>((_resolve, reject) => {
    const look = () => {
      const rest = left();
      if (rest <= 0) reject(tooLate(stage, limitMs));
      else running = setTimeout(look, Math.min(lookEveryMs, rest));
    };
    let running = setTimeout(look, Math.min(lookEveryMs, limitMs));
    timer.stop = () => clearTimeout(running);
  });
  const isOver = () => left() <= 0;
  return {
    passed,
    stop: () => timer.stop(),
    isOver,
    get options() {
      const onOthersTurn = (waitedMs: number) => time.giveBack(waitedMs);
      return { waitMs: Math.max(1, left() + starvedMs), isOver, onOthersTurn, foldAtMost };
    },
    check() {
      if (isOver()) throw tooLate(stage, limitMs);
    },
  };
}

function tooLate(stage: string, limitMs: number): WhetstoneError {
  return new WhetstoneError(
    "busy",
    `${stage} took longer than its limit of ${limitMs} ms, and was given up`,
    {
      next: "see 'whetstone doctor'; the limit is a setting",
      values: { stage, limitMs },
    },
  );
}

/** What went wrong and, in the same sentence, what to do. */
export function failureOf(error: unknown): Failure {
  if (error instanceof WhetstoneError) {
    return {
      code: error.code,
      reason: error.next === undefined ? error.message : `${error.message.replace(/\.$/, "")}; ${error.next}`,
    };
  }
  return { code: "internal", reason: error instanceof Error ? error.message : String(error) };
}

/**
 * A text of unchecked input, for the answer to a call that failed; empty if it is anything else. Reading it
 * may throw: the input can be an object of any kind.
 */
export function textOrEmpty(read: () => unknown): string {
  try {
    const value = read();
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}
