import type { FailureKind } from "./failure.js";

/** The line that states why a call failed, with what the line itself gives away. */
export interface Cause {
  readonly line: string;
  readonly kind?: FailureKind | undefined;
  /** The program that the line names as the one that failed. */
  readonly program?: string | undefined;
  /** Its sub-commands that fail in such a way, separated by spaces. */
  readonly verbs?: string | undefined;
  /** Whether it is the error of a stack trace. */
  readonly trace?: boolean;
  /** The flag, script, program or path that it complains about. */
  readonly named?: string | undefined;
}

/** One wording of a cause. A group `program` or `named` in the pattern is what the line gives away. */
export interface CauseRow {
  readonly pattern: RegExp;
  readonly kind?: FailureKind;
  /** Which program writes this line, where the line does not say so. */
  readonly program?: string;
  readonly verbs?: string;
}

/** The first line that fits a row, by the order of the rows. */
export function firstByRow(rows: readonly CauseRow[], lines: readonly string[]): Cause | undefined {
  for (const row of rows) {
    for (const line of lines) {
      const cause = causeIn(row, line);
      if (cause !== undefined) return cause;
    }
  }
  return undefined;
}

/** The first line that fits any row. */
export function firstByLine(rows: readonly CauseRow[], lines: readonly string[]): Cause | undefined {
  for (const line of lines) {
    for (const row of rows) {
      const cause = causeIn(row, line);
      if (cause !== undefined) return cause;
    }
  }
  return undefined;
}

function causeIn({ pattern, kind, program, verbs }: CauseRow, line: string): Cause | undefined {
  const found = pattern.exec(line);
  if (found === null) return undefined;
  return {
    line: line.trim(),
    kind,
    program: found.groups?.program ?? program,
    verbs,
    named: found.groups?.named,
  };
}
