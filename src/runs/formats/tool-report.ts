import { oneLine } from "../../base/text/one-line.js";
import type { ErrorType } from "../errors/error-type.js";

/** The report of another tool, translated into the fields of `record`. */
export interface ToolReport {
  readonly outcome: ReportedOutcome;
  /** The first `errorsKept` errors in the order of the report; `outcome.errorCount` counts all of them. */
  readonly errors: readonly ReportedError[];
  /** The report in one line. */
  readonly detail: string;
}

interface ReportedOutcome {
  /** Never partial: a report does not know how much of the task its checks cover. */
  readonly result: "success" | "failure";
  /** Absent when the report names no time: the caller must supply it, because 0 would be a guess. */
  readonly durationMs?: number;
  readonly errorCount: number;
  readonly retryCount: number;
  /** The kind of failure. Set here, since names of tests and rules in the details would be misread as one. */
  readonly failureType?: string;
  readonly failureDetails?: string;
}

export interface ReportedError {
  readonly type: ErrorType;
  readonly message: string;
  readonly context?: string;
  readonly tool: string;
  readonly stackTrace?: string;
}

/** A report with a hundred thousand failures has one cause: the first ones show it. */
export const errorsKept = 200;
/** Longest stack trace that is kept, and longest text that is turned into one line. */
export const stackChars = 4_000;
const lineChars = 500;

/** Turns text of a report into one safe line. Cuts first, because a report may hold text of any size. */
export function reportLine(text: string): string {
  return oneLine(text.slice(0, stackChars), lineChars);
}

/** Editors on Windows write a byte order mark, which no format reader accepts. */
export function stripBom(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
