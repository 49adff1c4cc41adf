import type { HostFacts, ReflectionResult } from "./tool-call.js";

/** A result with what decided it. */
export interface Finding {
  readonly result: ReflectionResult;
  readonly because: string;
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
