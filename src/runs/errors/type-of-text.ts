import type { ErrorType } from "./error-type.js";
import { typeOfCode } from "./type-of-code.js";

/** Enough of a long output: what failed stands at its start or at its end. */
const charsLookedAt = 4_000;

/**
 * Wordings of git, databases, test runners, compilers and shells. Looked at in this order: a wait for a lock
 * that timed out is a conflict, and an "invalid timeout" is not a timeout. None is a bare "timeout",
 * "conflict" or "error": a text that only mentions the word ("0 conflicts", "unknown option --timeout") must
 * not match.
 */
const wordings: readonly (readonly [ErrorType, readonly RegExp[]])[] = [
  [
    "conflict",
    [
      /\bmerge conflict|^CONFLICT \(|automatic merge failed|non-fast-forward|\bunmerged (?:files|paths)/im,
      /would be overwritten by|\.lock'?: File exists|cannot lock ref|patch does not apply|patch failed:/i,
      /database (?:table )?is locked|\bdeadlock\b|lock wait timeout/i,
      /optimistic lock|could not serialize|duplicate key value/i,
      /(?:acquire|obtain|get|waiting for)(?: the| a)?(?: \w+)? lock\b/i,
      /(?:reserved|locked|held|checked out) by\b/i,
      /\breservation conflict|\bconflicts? with\b|\b409 conflict|file already exists/i,
      /resource busy|text file busy|address already in use/i,
    ],
  ],
  [
    "timeout",
    [
      /\btimed[ -]?out\b|\bdeadline exceeded|due to timeout|^timeout:/im,
      /\btime(?:out| limit)(?: of)?(?: [\d.]+ ?\w{0,12})? (?:was )?(?:exceeded|expired|reached|elapsed)/i,
      /\bexceeded (?:the |its )?(?:\w+ )?time(?:out| limit)/i,
      /\btimeout (?:after|awaiting|waiting|while|error)\b/i,
      /(?:gateway|request|connection|connect|read|idle|response|navigation|socket) timeout\b/i,
    ],
  ],
  [
    "validation",
    [
      /\berror TS\d{3,5}\b|is not assignable to|does not exist on type/i,
      /cannot find name\b|type error in\b|missing import\b/i,
      /validation (?:failed|errors?\b)|failed validation/i,
      /schema validation|does not (?:match|fit|conform to) the schema/i,
      /\binvalid (?:input|arguments?|type|value|json|request|params?|parameters?)\b/i,
      /\binvalid (?:options?|format|url|date|configuration)\b/i,
      /unexpected (?:token|end of|identifier|eof|non-whitespace)/i,
      /\bsyntax ?error\b|\bparse error|\bnot valid json\b/i,
      /(?:unrecognized|unknown) (?:keys?|options?|arguments?|fields?|property|properties)\b/i,
      /missing (?:a |the )?required|\bis required\b/i,
      /\bmust be (?:an?|one|of|at|in|equal|greater|less|string|number|between)\b/i,
      /\bassert(?:ion)? ?(?:failed|error)/i,
      /\bexpected\b[^\n]{1,200}\b(?:to |but |received|got\b|found\b|actual)/i,
    ],
  ],
  [
    "tool_failure",
    [
      /command not found|is not recognized as an internal/i,
      /\bcommand failed|\bspawn \S+ E[A-Z]+|\btool\b[^\n]{0,80}\bfailed/i,
      /(?:exit(?:ed)?|returned|failed|terminated)(?: \w+)?(?: with)? non-zero/i,
      /(?:exit(?:ed)?|returned|failed|terminated)(?: \w+)?(?: with)? (?:exit )?(?:code|status) -?[1-9]/i,
      /no such file or directory|permission denied|access denied/i,
      /operation not permitted|no space left|too many open files/i,
      /connection (?:refused|reset|closed|lost)|socket hang up|\bfetch failed\b|network error|getaddrinfo/i,
      /segmentation fault|core dumped|out of memory|\bpanicked at\b/im,
      /cannot find (?:module|package)|\bnpm err|^fatal: /im,
      /rate limit|too many requests|internal server error|bad gateway|service unavailable/i,
    ],
  ],
];

const codeInText =
  /\b(?:E[A-Z]{3,18}|UND_ERR_[A-Z_]{3,30}|SQLITE_[A-Z_]{3,30}|ERR_[A-Z_]{3,40}|TS\d{3,5})\b/g;
const statusInText = /\b(?:HTTP(?:\/[\d.]+)?|status(?: code)?:?) (\d{3})\b/i;

/** The last resort: the type by a message. Codes and statuses in it come before its words. */
export function typeOfText(text: string): ErrorType | undefined {
  const looked =
    text.length <= 2 * charsLookedAt
      ? text
      : `${text.slice(0, charsLookedAt)}\n${text.slice(-charsLookedAt)}`;
  for (const [code] of looked.matchAll(codeInText)) {
    const type = typeOfCode(code);
    if (type !== undefined) return type;
  }
  const status = statusInText.exec(looked)?.[1];
  const byStatus = status === undefined ? undefined : typeOfStatus(Number(status));
  return byStatus ?? wordings.find(([, patterns]) => patterns.some((each) => each.test(looked)))?.[0];
}

const statusMeanings: ReadonlyMap<number, ErrorType> = new Map([
  [400, "validation"],
  [406, "validation"],
  [408, "timeout"],
  [409, "conflict"],
  [411, "validation"],
  [412, "conflict"],
  [413, "validation"],
  [414, "validation"],
  [415, "validation"],
  [422, "validation"],
  [423, "conflict"],
  [428, "conflict"],
  [504, "timeout"],
  // From proxies: no connection in time, no answer in time.
  [522, "timeout"],
  [524, "timeout"],
  [598, "timeout"],
  [599, "timeout"],
]);

/** The type of an HTTP status. Every status of 400 to 599 that is not listed is a failure of the service. */
export function typeOfStatus(status: number): ErrorType | undefined {
  if (!Number.isInteger(status) || status < 400 || status > 599) return undefined;
  return statusMeanings.get(status) ?? "tool_failure";
}
