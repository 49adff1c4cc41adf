import type { FailureKind } from "./failure.js";
import { type KnownSessions, knownFailure } from "./known-failure.js";

/**
 * Where a failure lesson stands. `unsolved`: nothing undid it and no person said a word, so there is nothing
 * to say, whether it still happens or not. `ready`: said only when the same failure comes back. `active`: it
 * came in two sessions, or twice in one, or a person vouched for it. `asleep`: the call works again, or a
 * person put it to sleep.
 */
export const failureStates = ["unsolved", "ready", "active", "asleep", "retired"] as const;
export type FailureState = (typeof failureStates)[number];

/** What the state of a failure lesson depends on. */
export interface FailureEvidence extends KnownSessions {
  readonly kind: FailureKind;
  /** Whether one session ran into it twice. */
  readonly cameTwice: boolean;
  /** The sessions in which the call has worked since it last failed. */
  readonly worked: readonly unknown[];
  readonly retired: string | null;
  /** When a person put it to sleep, and why; null if nobody did since it last failed. */
  readonly slept: { readonly at: string; readonly reason: string } | null;
}

/** Once may be another state of the machine; a second session shows that it holds. */
export const sessionsToSleep = 2;
const sessionsToLearn = 2;
/** Sessions in which a test has to fail before it is called a known failing test. */
const sessionsOfKnownTest = 3;

export function stateOfFailure(row: FailureEvidence): FailureState {
  if (row.retired !== null) return "retired";
  if (row.slept !== null) return "asleep";
  if (!mayTeach(row.kind)) return "ready";
  if (knownFailure(row, undefined) === undefined) return "unsolved";
  if (isAtRest(row)) return "asleep";
  return row.word !== null || row.sessionCount >= sessionsToLearn || row.cameTwice ? "active" : "ready";
}

/** Whether it is put away or the call works again: nothing is stopped for it, and it needs no more proof. */
export function isAtRest({ kind, worked, retired, slept }: FailureEvidence): boolean {
  return retired !== null || slept !== null || (mayTeach(kind) && worked.length >= sessionsToSleep);
}

/** Red tests of the code being written are how work goes, and a search without a hit is not a failure. */
export function mayTeach(kind: FailureKind): boolean {
  return kind !== "work" && kind !== "nothing";
}

/** What names one test in the lines that state why work failed. */
const testNames = [
  /^\s*-{3} FAIL: (Test\w+)/,
  /\b(\w+\.py::[\w:[\]-]+)/,
  /^\s*(?:not ok \d+|\(fail\)|✗|✘|✖|×|●) (?:- )?(\S.{3,100})/,
  /^\s*test (\S+) \.\.\. FAILED/,
];

/** The test that a cause names; undefined when it names none. */
export function testNamed(cause: string): string | undefined {
  for (const pattern of testNames) {
    const name = pattern.exec(cause)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The same test failing in three sessions is not the work of any of them. */
export function isKnownFailingTest(kind: FailureKind, cause: string, sessions: number): boolean {
  return kind === "work" && sessions >= sessionsOfKnownTest && testNamed(cause) !== undefined;
}
