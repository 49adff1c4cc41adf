import * as z from "zod/mini";
import { WhetstoneError } from "../errors.js";
import { isoTime } from "../events/time.js";
import type { WaitOptions } from "../store/ledger.js";
import type { Context } from "./context.js";

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
 * throwing, at the latest when the limit has passed, and notes the loss. Nothing is lost in silence.
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
  const deadline = startDeadline(stage, limitMs);
  try {
    const working = work(deadline);
    // Work that lost the race is not awaited, and its failure must not end the process.
    working.catch(() => undefined);
    return { done: await Promise.race([working, deadline.passed]) };
  } catch (error) {
    const failed = failureOf(error);
    noteLoss(context, stage, `${failed.code}: ${failed.reason}`);
    return { failed, timedOut: failed.code === "busy" && deadline.isOver() };
  } finally {
    deadline.stop();
  }
}

/** A built-in model is loaded in a tenth of it. */
const loadingMs = 2_000;

/** For work that compares texts: what finds lessons is loaded too. The work goes on by words without it. */
export async function loadSearch(context: Context): Promise<void> {
  await context.ledger.prepareToWrite();
  const timer: { stop?: NodeJS.Timeout } = {};
  const passed = new Promise<void>((resolve) => {
    timer.stop = setTimeout(resolve, loadingMs);
  });
  try {
    await Promise.race([context.search(), passed]);
  } catch {
    // The work itself opens it again, and reports why it fails.
    return;
  } finally {
    clearTimeout(timer.stop);
  }
}

export function noteLoss({ losses, clock }: Context, stage: string, reason: string): void {
  losses.note({ at: isoTime(clock()), stage, reason });
}

function startDeadline(stage: string, limitMs: number) {
  const started = performance.now();
  const timer: { stop: () => void } = { stop: () => undefined };
  const passed = new Promise<never>((_resolve, reject) => {
    const running = setTimeout(() => reject(tooLate(stage, limitMs)), limitMs);
    timer.stop = () => clearTimeout(running);
  });
  return {
    passed,
    stop: () => timer.stop(),
    get options() {
      return { waitMs: Math.max(1, limitMs - (performance.now() - started)), foldAtMost };
    },
    check() {
      if (performance.now() - started >= limitMs) throw tooLate(stage, limitMs);
    },
    /** A timer may fire up to a millisecond before its time. */
    isOver: () => performance.now() - started >= limitMs - 1,
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

function failureOf(error: unknown): Failure {
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
