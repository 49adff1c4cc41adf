/** What a host reports about a call in its own fields. A field that it does not report is left out. */
export interface HostFacts {
  readonly isError?: boolean;
  readonly exitCode?: number;
  /** The person refused it. */
  readonly rejected?: boolean;
  /** A hook, or a permission rule of the host, stopped it. */
  readonly hookBlocked?: boolean;
  readonly interrupted?: boolean;
}

/**
 * One call of a tool as its host reports it; `input` is the command of a shell, the path of a file, else its
 * arguments as text.
 */
export interface ToolCall {
  readonly tool: string;
  readonly input: string;
  readonly output: string;
  readonly facts?: HostFacts;
}

export const reflectionResults = [
  "success",
  "partial",
  "failure",
  "blocked",
  "skipped",
  "inapplicable",
] as const;

/**
 * How a call went. `partial`: some of it worked, or it ended well although what it ran did not. `blocked`: a
 * person, a hook or a permission stopped it. `skipped`: there was nothing to do, or it was not started.
 * `inapplicable`: no such tool, program or mode.
 */
export type ReflectionResult = (typeof reflectionResults)[number];

export interface Reflection {
  readonly result: ReflectionResult;
  readonly by: "host" | "text";
  /** Which fact or phrase decided, in a few fixed words: nothing of the output stands in it. */
  readonly because: string;
}

/** The results with which a host marks a call as an error. */
export function isBad(result: ReflectionResult): boolean {
  return result === "failure" || result === "blocked" || result === "inapplicable";
}

/** A result with what decided it. */
export interface Finding {
  readonly result: ReflectionResult;
  readonly because: string;
}

/** What a text shows about a call, and the fields with which a host would have reported the same. */
export interface TextFinding extends Finding {
  readonly facts: HostFacts;
}

/** What every shell answers for a program that it does not find. */
const exitNotFound = 127;

/**
 * What the host's own fields say, the most telling first: a call that a person refused is also flagged as an
 * error. Nothing when the host reports none of them.
 */
export function fromFacts(facts: HostFacts | undefined): Finding | undefined {
  if (facts === undefined) return undefined;
  const { isError, exitCode, rejected, hookBlocked, interrupted } = facts;
  if (rejected === true) return { result: "blocked", because: "the person refused it" };
  if (hookBlocked === true) return { result: "blocked", because: "a hook or a permission stopped it" };
  if (interrupted === true) return { result: "blocked", because: "it was interrupted" };
  if (exitCode === exitNotFound) return { result: "inapplicable", because: "exit code 127" };
  if (exitCode !== undefined && exitCode !== 0)
    return { result: "failure", because: `exit code ${exitCode}` };
  if (isError === true) return { result: "failure", because: "the host's error flag" };
  if (exitCode === 0) return { result: "success", because: "exit code 0" };
  if (isError === false) return { result: "success", because: "no error flag of the host" };
  return undefined;
}
