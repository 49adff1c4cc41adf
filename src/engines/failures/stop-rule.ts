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
  /** Whether the call goes to another folder, which may have scripts of its own. */
  readonly elsewhere: boolean;
  /** Whether there is a proven remedy, or a person's word. */
  readonly hasRemedy: boolean;
}

/**
 * Whether to stop a call before it fails again. Only a failure that lies in the call itself comes back for
 * certain: an option, a command or a script that does not exist. What depends on files, folders, branches,
 * services or the network may have changed, and is left to fail. Once may have been another state of things:
 * how many sessions it takes is a setting.
 */
export function shouldStop(form: FailingForm, leastSessions: number): boolean {
  const { kind, cause, argument, sessions, worked, elsewhere, hasRemedy } = form;
  if (worked || sessions < leastSessions) return false;
  if (kind === "environment") return argument !== null && hasRemedy && isMissingProgram(cause);
  if (kind !== "misuse" || !isUsage(cause)) return false;
  if (argument === null) return hasRemedy;
  return !isTask(cause) || (hasRemedy && !elsewhere);
}

/** `cd web && …`, `npm --prefix web …`, `make -C web`. */
const goes = /(?:^|[;&|(]\s*)(?:cd|pushd)\s|\s(?:-C|-w|--(?:prefix|cwd|dir|directory|filter|workspace)\b)/;

export function runsInOtherFolder(command: string): boolean {
  return goes.test(command);
}

/** A program that may have been installed since. */
export function isMissingProgram(cause: string): boolean {
  return /command not found|not found: command|no such command|^\S*sh: .{0,20}\S+: not found$/i.test(cause);
}

/** A script or a target that may have been written since, and that another folder may have. */
export function isTask(cause: string): boolean {
  return /\b(?:script|task|target|recipe|rule)\b/i.test(cause);
}

function isUsage(cause: string): boolean {
  return firstByRow(usageCauses, [cause]) !== undefined || alsoUsage.some((wording) => wording.test(cause));
}

/** A shell's pattern without a match; what an agent's own tools say of a name that they do not know. */
const alsoUsage = [
  /no matches found/,
  /^unknown (?:skill|tool|agent|command|mode|type)\b/i,
  /\bnot found\. available \w+:/i,
];
