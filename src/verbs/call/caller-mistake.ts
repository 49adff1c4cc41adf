import type { WhetstoneError } from "../../base/errors.js";

const mistakes = new WeakSet<Error>();

/**
 * Marks an error as a mistake in the calling program, such as a misspelt field. A call that fails open throws it
 * all the same: it would fail every time, and whoever wrote the call would never learn of it.
 */
export function asCallerMistake(error: WhetstoneError): WhetstoneError {
  mistakes.add(error);
  return error;
}

export function isCallerMistake(error: unknown): boolean {
  return error instanceof Error && mistakes.has(error);
}
