import type { ErrorType } from "../engines/errors/error-type.js";
import { oneLine } from "../text/one-line.js";

/** What a report of another tool says, in the words of `record`. */
export interface Reading {
  readonly outcome: OutcomeRead;
  /** What failed, in the order of the report: the first so many of them. The outcome counts them all. */
  readonly errors: readonly ErrorRead[];
  /** The report in one line. */
  readonly detail: string;
}

interface OutcomeRead {
  /** Never partial: a report says whether all was well, and how much of a task that is nobody told it. */
  readonly result: "success" | "failure";
  /** Absent when the report names no time: the caller has to say it, nothing is assumed to be zero. */
  readonly durationMs?: number;
  readonly errorCount: number;
  readonly retryCount: number;
  readonly failureDetails?: string;
}

export interface ErrorRead {
  readonly type: ErrorType;
  readonly message: string;
  readonly context?: string;
  readonly tool: string;
  readonly stackTrace?: string;
}

/** A report with a hundred thousand failures has one cause: the first ones show it. */
export const errorsKept = 200;
/** Longest stack trace taken over, and longest line of text. */
export const stackChars = 4_000;
const lineChars = 500;

/**
 * A text of a report as one safe line. It is cut before it is looked at: a report may hold anything of any
 * size.
 */
export function reportLine(text: string): string {
  return oneLine(text.slice(0, stackChars), lineChars);
}
