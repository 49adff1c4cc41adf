import { firstByRow } from "./cause.js";
import type { FailureKind } from "./failure.js";
import { usageCauses } from "./usage-causes.js";

/** A failure of calls of one form, as far as it decides about the next such call. */
export interface FailingForm {
  readonly kind: FailureKind;
  readonly cause: string;
  /** The argument that the call has and its program lacks; null for the very same call. */
  readonly argument: string | null;
  /** Other sessions in which calls of this form failed. */
  readonly sessions: number;
  /** Whether a call of this form has worked since. */
  readonly worked: boolean;
  /** Whether there is a proven remedy, or a person's word. */
  readonly hasRemedy: boolean;
}

/** Once may have been another state of things. */
const leastSessions = 2;

/**
 * Whether to stop a call before it fails again. Only a failure that lies in the call itself comes back for
 * certain: an option, a command or a script that does not exist. What depends on files, folders, branches,
 * services or the network may have changed, and is left to fail.
 */
export function isWorthAStop({ kind, cause, argument, sessions, worked, hasRemedy }: FailingForm): boolean {
  if (worked || sessions < leastSessions) return false;
  if (kind === "environment") return argument !== null && hasRemedy && isMissingProgram(cause);
  if (kind !== "misuse" || !isUsage(cause)) return false;
  return argument === null ? hasRemedy : !isTask(cause);
}

/** A program that may have been installed since. */
export function isMissingProgram(cause: string): boolean {
  return /command not found|not found: command|no such command/i.test(cause);
}

/** A script or a target that may have been written since, and that another folder may have. */
export function isTask(cause: string): boolean {
  return /\b(?:script|task|target|recipe|rule)\b/i.test(cause);
}

function isUsage(cause: string): boolean {
  return firstByRow(usageCauses, [cause]) !== undefined || /no matches found/.test(cause);
}
