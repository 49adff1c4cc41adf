import type { ErrorType } from "./error-type.js";
import type { Link } from "./links-of.js";

/** What coreutils' `timeout` ends with when it had to stop the program. */
const stoppedByTimeout = 124;
/** The signals with which a time limit ends a program, and those that a timer or a CPU limit sends. */
const endSignals = ["SIGTERM", "SIGKILL"];
const timerSignals = ["SIGALRM", "SIGXCPU", "SIGVTALRM", "SIGPROF"];

/**
 * What the end of a program says for certain. A SIGKILL that we did not send may be the kernel's for want of
 * memory: only `killed` (Node) and `timedOut` (execa and its like) say that it was the time limit.
 */
export function typeOfProcess(link: Link): ErrorType | undefined {
  if (link.fact("timedOut") === true) return "timeout";
  const signal = signalOf(link);
  if (signal !== undefined && timerSignals.includes(signal)) return "timeout";
  if (link.fact("killed") === true && signal !== undefined && endSignals.includes(signal)) return "timeout";
  return exitCodeOf(link) === stoppedByTimeout ? "timeout" : undefined;
}

/** Whether a program ended badly: weaker than what it printed about the reason. */
export function isFailedProcess(link: Link): boolean {
  const exit = exitCodeOf(link);
  return signalOf(link) !== undefined || (exit !== undefined && exit !== 0);
}

/** Node's exec puts the exit code into `code`, its sync form into `status`, execa into `exitCode`. */
export function exitCodeOf(link: Link): number | undefined {
  const explicit = link.number("exitCode") ?? link.number("exit_code") ?? link.number("returncode");
  if (explicit !== undefined) return explicit;
  if (!looksLikeProcess(link)) return undefined;
  return link.number("status") ?? link.number("code");
}

function looksLikeProcess(link: Link): boolean {
  const names = ["stderr", "signal", "cmd", "spawnargs", "pid"];
  return names.some((name) => link.fact(name) !== undefined);
}

function signalOf(link: Link): string | undefined {
  const signal = link.text("signal");
  return signal !== undefined && /^SIG[A-Z0-9]{2,10}$/.test(signal) ? signal : undefined;
}
