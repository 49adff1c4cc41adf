import type { FailureKind } from "./failure.js";

/** A refusal is a person's decision at that moment, and red tests are how work goes: neither comes back. */
const neverRepeated: readonly FailureKind[] = ["refused", "work", "nothing"];

/** Whether a failure of this kind can come back at all. */
export function canRepeat(kind: FailureKind): boolean {
  return !neverRepeated.includes(kind);
}

/**
 * The one definition of a repeat: a failure whose signature was seen in an earlier session of the project.
 * Earlier is what the log holds before it.
 *
 * @param seenIn sessions that had it before, its own among them or not
 */
export function isRepeat(kind: FailureKind, seenIn: readonly string[], session: string): boolean {
  return canRepeat(kind) && seenIn.some((each) => each !== session);
}
