import type { ErrorType } from "./error-type.js";
import { type Link, linksOf } from "./links-of.js";
import { isSystemCode, typeOfCode, typeOfSqliteCode } from "./type-of-code.js";
import { typeOfStatus, typeOfText } from "./type-of-text.js";

type Rule = (link: Link) => ErrorType | undefined;

/**
 * From certain facts of a value to what its words suggest. Each rule is tried on the whole chain,
 * outermost first, before the next rule: a code in a cause is stronger than the name of its wrapper.
 */
const rules: readonly Rule[] = [
  (link) => typeOfProcess(link) ?? byCode(link),
  (link) => (processExitCode(link) === undefined ? byStatus(link) : undefined),
  (link) => (isSystemCode(link.fact("code")) && !isVague(link) ? "tool_failure" : undefined),
  (link) => (isDiagnostic(link) ? "validation" : undefined),
  typeByName,
  (link) => (isAbort(link.text("name"), link.fact("code")) ? "timeout" : undefined),
  byText,
  (link) =>
    isFailedProcess(link) || isVague(link) || link.fact("isError") === true ? "tool_failure" : undefined,
];

/**
 * Which of the five types a thrown value is, by its own facts first and by its message last. Never throws,
 * always ends, whatever was thrown. Of an aggregate's members the first with a known type decides.
 */
export function classifyError(thrown: unknown): ErrorType {
  const links = linksOf(thrown);
  for (const rule of rules) {
    for (const link of links) {
      const type = rule(link);
      if (type !== undefined) return type;
    }
  }
  return "unknown";
}

/** Node's own SQLite has one code for all its errors, and SQLite's number beside it. */
function byCode(link: Link): ErrorType | undefined {
  const code = link.fact("code");
  return code === "ERR_SQLITE_ERROR" ? typeOfSqliteCode(link.number("errcode")) : typeOfCode(code);
}

function byStatus(link: Link): ErrorType | undefined {
  const status = link.number("status") ?? link.number("statusCode") ?? link.number("httpStatusCode");
  return status === undefined ? undefined : typeOfStatus(status);
}

/**
 * HTTP clients use this one code for a lost connection and for their own time limit; the message tells which.
 */
function isVague(link: Link): boolean {
  return link.fact("code") === "ECONNABORTED";
}

/** A diagnostic of the TypeScript compiler, or the list of issues that schema libraries give. */
function isDiagnostic(link: Link): boolean {
  if (link.number("category") !== undefined && link.fact("messageText") !== undefined) return true;
  const issues = link.fact("issues");
  return typeof issues === "object" && issues !== null && link.text("message") !== undefined;
}

function typeByName(link: Link): ErrorType | undefined {
  const own = typeOfName(link.text("name") ?? "", link.text("message"));
  return own ?? typeOfName(nameInText(link) ?? "");
}

/**
 * Errors that crossed a process or a pipe are text, with the name in front: "TypeError: x is not a function".
 */
function nameInText(link: Link): string | undefined {
  const text = typeof link.value === "string" ? link.value : link.text("message");
  return /^\s*(?:Uncaught )?([A-Za-z_$][\w.$]{0,150}(?:Error|Exception|Failure)):/.exec(text ?? "")?.[1];
}

/** By the message and, for a program, by what it printed. */
function byText(link: Link): ErrorType | undefined {
  if (typeof link.value === "string") return typeOfText(link.value);
  for (const name of ["stderr", "stdout", "message", "error", "text", "detail"]) {
    const text = link.text(name);
    const type = text === undefined ? undefined : typeOfText(text);
    if (type !== undefined) return type;
  }
  return undefined;
}

/**
 * Ends of class names in any language, looked at in this order. A `TypeError` is one of its own: see below.
 */
const names: readonly (readonly [RegExp, ErrorType])[] = [
  [/(?:Time(?:d)?[Oo]ut|Deadline(?:Exceeded)?|TimeLimit(?:Exceeded)?)$/, "timeout"],
  [/(?:Conflict|Lock|Locked|Deadlock|AlreadyExists|FileExists|Concurrency)$/, "conflict"],
  [/(?:DuplicateKey|StaleObject(?:State)?|UniqueConstraint|PreconditionFailed)$/, "conflict"],
  [/(?:Validation|Zod|ZodReal|Vali|Ajv|Schema|Parse|Parser|Syntax)$/, "validation"],
  [/(?:Type|Range|Reference|URI|YAML|Toml|Decode)$/, "validation"],
  [/(?:Assert|Assertion|AssertionFailed|Comparison)$/, "validation"],
  [/(?:IllegalArgument|NumberFormat|Invalid(?:Argument|Input|Params))$/, "validation"],
  [/^(?:TS|Value|Key|Attribute|Name|Index|ClassCast|NullPointer)$/, "validation"],
  [
    /(?:CalledProcess|Process|Spawn|Exec|Tool|Connection|Connect|Network|Socket|NotFound|Permission)$/,
    "tool_failure",
  ],
  [/^(?:IO|OS|Import|FileSystem|System)$/, "tool_failure"],
];

/**
 * fetch throws a TypeError for a broken connection: only its message tells it from a mistake in the program.
 */
const brokenConnection = /^(?:fetch failed|failed to fetch|terminated|load failed|network ?error)\b/i;

/**
 * The type by the name of an error class: `TimeoutError`, `java.lang.AssertionError`,
 * `org.junit.ComparisonFailure`.
 */
function typeOfName(name: string, message = ""): ErrorType | undefined {
  const last =
    name
      .slice(0, 200)
      .split(/[.$:\\/]/)
      .at(-1) ?? "";
  if (last === "TypeError" && brokenConnection.test(message)) return "tool_failure";
  const stem = last.replace(/(?:Error|Exception|Failure|Violation|Warning|Expired)$/, "");
  if (stem === last && !/(?:Timeout|Conflict|DeadlineExceeded)$/.test(last)) return undefined;
  return names.find(([end]) => end.test(stem))?.[1];
}

/** An abort is a limit that a caller set; weaker than any fact about why it was aborted. */
function isAbort(name: string | undefined, code: unknown): boolean {
  return (
    name === "AbortError" || code === "ABORT_ERR" || code === "UND_ERR_ABORTED" || name === "CanceledError"
  );
}

/** What coreutils' `timeout` ends with when it had to stop the program. */
const stoppedByTimeout = 124;
/** The signals with which a time limit ends a program, and those that a timer or a CPU limit sends. */
const endSignals = ["SIGTERM", "SIGKILL"];
const timerSignals = ["SIGALRM", "SIGXCPU", "SIGVTALRM", "SIGPROF"];

/**
 * The type that the end of a program proves. A SIGKILL may come from the kernel when memory runs out: only
 * `killed` (Node) and `timedOut` (execa and its like) prove that it was the time limit.
 */
function typeOfProcess(link: Link): ErrorType | undefined {
  if (link.fact("timedOut") === true) return "timeout";
  const signal = signalOf(link);
  if (signal !== undefined && timerSignals.includes(signal)) return "timeout";
  if (link.fact("killed") === true && signal !== undefined && endSignals.includes(signal)) return "timeout";
  return processExitCode(link) === stoppedByTimeout ? "timeout" : undefined;
}

/** Whether a program ended badly: weaker than what it printed about the reason. */
function isFailedProcess(link: Link): boolean {
  const exit = processExitCode(link);
  return signalOf(link) !== undefined || (exit !== undefined && exit !== 0);
}

/** Node's exec puts the exit code into `code`, its sync form into `status`, execa into `exitCode`. */
function processExitCode(link: Link): number | undefined {
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
