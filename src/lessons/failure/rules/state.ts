import type { EventData } from "../../../log/events/catalog.js";
import { type KnownSessions, knownFailure } from "./known.js";

/** What failed: only of the call itself can an agent do something another time. */
export type FailureKind = NonNullable<EventData<"reflection-recorded">["kind"]>;

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

export function stateOfFailure(row: FailureEvidence): FailureState {
  if (row.retired !== null) return "retired";
  if (row.slept !== null) return "asleep";
  if (!mayTeach(row.kind)) return "ready";
  if (knownFailure(row, undefined) === undefined) return "unsolved";
  if (isAtRest(row)) return "asleep";
  return row.word !== null || row.sessionCount >= sessionsToLearn || row.cameTwice ? "active" : "ready";
}

/**
 * Whether an agent itself reports a call that no hook saw, through MCP say. It is answered with what is known, and
 * counts for nothing: whoever can talk an agent into reports would else decide which calls are stopped.
 */
export function isTestimony({ origin }: { readonly origin: string }): boolean {
  return origin.startsWith("agent:");
}

/** Whether it is put away or the call works again: nothing is stopped for it, and it needs no more proof. */
export function isAtRest({ kind, worked, retired, slept }: FailureEvidence): boolean {
  return retired !== null || slept !== null || (mayTeach(kind) && worked.length >= sessionsToSleep);
}

/** The tools of a host say themselves what went wrong, and what was refused or printed nothing says nothing. */
export function mayTeach(kind: FailureKind): boolean {
  return kind === "call";
}

/**
 * The one definition of a repeat: a failure of a family that was seen in an earlier session of the project.
 * Earlier is what the log holds before it.
 *
 * @param seenIn sessions that had it before, its own among them or not
 */
export function isRepeat(kind: FailureKind, seenIn: readonly string[], session: string): boolean {
  return canRepeat(kind) && seenIn.some((each) => each !== session);
}

/** A refusal is a person's decision at that moment. */
export function canRepeat(kind: FailureKind): boolean {
  return kind !== "refused";
}
