import type { ErrorType } from "./error-type.js";
import { type Link, linksOf } from "./links-of.js";
import { isSystemCode, typeOfCode, typeOfSqliteCode } from "./type-of-code.js";
import { isAbort, typeOfName } from "./type-of-name.js";
import { exitCodeOf, isFailedProcess, typeOfProcess } from "./type-of-process.js";
import { typeOfStatus } from "./type-of-status.js";
import { typeOfText } from "./type-of-text.js";

type Rule = (link: Link) => ErrorType | undefined;

/**
 * From what a value says for certain to what its words suggest. Each rule is put to the whole chain,
 * outermost first, before the next one is asked: a code in a cause says more than the name of its wrapper.
 */
const rules: readonly Rule[] = [
  (link) => typeOfProcess(link) ?? byCode(link),
  (link) => (exitCodeOf(link) === undefined ? byStatus(link) : undefined),
  (link) => (isSystemCode(link.fact("code")) && !isVague(link) ? "tool_failure" : undefined),
  (link) => (isDiagnostic(link) ? "validation" : undefined),
  byName,
  (link) => (isAbort(link.text("name"), link.fact("code")) ? "timeout" : undefined),
  byText,
  (link) =>
    isFailedProcess(link) || isVague(link) || link.fact("isError") === true ? "tool_failure" : undefined,
];

/**
 * Which of the five types a thrown value is, by its own facts first and by its message last. Never throws,
 * always ends, whatever was thrown. Of an aggregate's members the first that says anything decides.
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

function byName(link: Link): ErrorType | undefined {
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

/** What it says and, for a program, what that program printed. */
function byText(link: Link): ErrorType | undefined {
  if (typeof link.value === "string") return typeOfText(link.value, typeOfStatus);
  for (const name of ["stderr", "stdout", "message", "error", "text", "detail"]) {
    const text = link.text(name);
    const type = text === undefined ? undefined : typeOfText(text, typeOfStatus);
    if (type !== undefined) return type;
  }
  return undefined;
}
