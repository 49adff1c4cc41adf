import type { ErrorType } from "./error-type.js";

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
 * What the name of an error class says: `TimeoutError`, `java.lang.AssertionError`,
 * `org.junit.ComparisonFailure`.
 */
export function typeOfName(name: string, message = ""): ErrorType | undefined {
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

/** An abort is a limit that a caller set; weaker than anything that says why it was aborted. */
export function isAbort(name: string | undefined, code: unknown): boolean {
  return (
    name === "AbortError" || code === "ABORT_ERR" || code === "UND_ERR_ABORTED" || name === "CanceledError"
  );
}
