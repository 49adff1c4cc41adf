import type { Finding } from "./from-facts.js";
import type { TextFinding } from "./host-message.js";
import { firstLine, linesLookedAt } from "./lines-looked-at.js";
import { saysNothingToDo } from "./says-nothing-to-do.js";
import type { ToolFamily } from "./tool-family.js";

type Row = readonly [RegExp, Finding["result"], string];

/** Refusals of tools that read, write and search files. */
const aboutFiles: readonly Row[] = [
  [
    /^(?:error: )?(?:file|path|directory|folder)\b.{0,300}\b(?:does not|doesn['’]t) exist\b|^(?:error: )?(?:file|path|directory) not found\b|^no such file\b/i,
    "failure",
    "a missing file",
  ],
  [
    /^file (?:content|is too large|too large)\b.{0,120}\b(?:exceeds|too large|maximum)|^(?:content|output) exceeds\b/i,
    "failure",
    "the file is too large",
  ],
  [/^E[A-Z]{3,14}: \S/, "failure", "an error of the operating system"],
  [
    /^(?:cannot|can['’]t|failed to|unable to|could not) \w{2,20}\b.{0,200}$/i,
    "failure",
    "a complaint in place of a result",
  ],
  [
    /^(?:this tool )?cannot (?:read|display) (?:binary|image)\b/i,
    "inapplicable",
    "not a kind of file for this tool",
  ],
];

/** Refusals of tools that change files; the text that was not found may stand below. */
const aboutEdits: readonly Row[] = [
  [
    /^(?:file|it) has (?:not been read yet|been (?:unexpectedly )?modified since)|^you must read (?:the )?file\b/i,
    "failure",
    "the file was not read before",
  ],
  [
    /^(?:string to replace|old_?string|search (?:string|text|block)) (?:was )?not found\b|^could not find (?:the )?(?:old_?string|string|text|exact)/i,
    "failure",
    "the text to replace was not found",
  ],
  [
    /^found \d+ matches of the string to replace|^(?:old_?string|string) (?:matched|was found|found|appears) (?:multiple|\d+) /i,
    "failure",
    "the text to replace is not unique",
  ],
  [/^no changes to (?:make|apply)\b/i, "failure", "the change changes nothing"],
  [
    /^patch (?:failed|does not apply)|^(?:hunk|chunk) #?\d+ failed|^apply_patch verification failed/i,
    "failure",
    "the patch does not apply",
  ],
];

const aboutWeb: readonly Row[] = [
  [
    /^(?:request|fetch) failed\b|^(?:http )?(?:error )?[45]\d\d\b|^failed to fetch\b|^(?:invalid|unsupported) url\b|^unable to (?:fetch|verify|connect)/i,
    "failure",
    "the request failed",
  ],
  [
    /^(?:getaddrinfo|connect) E[A-Z]{3,14}\b|^E[A-Z]{3,14}: |^maximum (?:redirects|content)|^(?:ssl|tls|certificate) \w/i,
    "failure",
    "the connection failed",
  ],
];

/** A short answer of one line that is no JSON and speaks of an error. Long answers are content. */
const aboutAny: readonly Row[] = [
  [/^mcp error -?\d+|^(?:json-?rpc|rpc) error\b/i, "failure", "an error of the server"],
  [
    /^(?:[\w-]{1,40} ){0,4}(?:type|id|name|agent|task|issue|tool|resource|session|user|project|team|skill|command)\b.{0,100}\bnot found\b/i,
    "inapplicable",
    "no such thing",
  ],
  [
    /^(?:error|err|fatal|exception|failed|failure)\b[:!]?(?:\s|$)/i,
    "failure",
    "an error in place of a result",
  ],
  [
    /^(?:[A-Z]\w{0,60})?(?:Error|Exception)\b(?::|$)|^(?!(?:no|zero|0|without|fixed) )(?:\w{1,40} ){1,4}(?:error|failed|failure)\b(?:[.:]|$)/i,
    "failure",
    "an error in place of a result",
  ],
  [
    /^(?:invalid|missing|unknown|unauthori[sz]ed|forbidden|received (?:an? )?(?:non|invalid))\b|\bis not (?:a function|defined|a constructor|iterable|valid)\b/i,
    "failure",
    "an error in place of a result",
  ],
  [
    /^(?:cannot|can['’]t|could not|couldn['’]t|unable to|failed to|not allowed to) \w/i,
    "failure",
    "a complaint in place of a result",
  ],
  [
    /\b(?:is required|must be (?:an?|one|of|at)|timed out|rate limit|too many requests|connection (?:refused|reset|closed))\b/i,
    "failure",
    "an error in place of a result",
  ],
];
/** Longer than the messages that tools give instead of an answer; shorter than an answer. */
const messageChars = 400;

const tables: Readonly<Record<Exclude<ToolFamily, "shell">, readonly Row[]>> = {
  read: aboutFiles,
  edit: [...aboutEdits, ...aboutFiles],
  search: aboutFiles,
  web: aboutWeb,
  other: aboutAny,
};

/** "3 of 5 files were updated", "2 succeeded, 1 failed": a batch of which a part worked. */
const counted =
  /\b(\d{1,9}) (?:of|out of|\/) (\d{1,9})\b.{0,60}\b(?:succeeded|updated|applied|written|processed|created|deleted|imported|copied|edited|failed)\b/i;
const mixed =
  /\b[1-9]\d{0,8} (?:succeeded|updated|applied|ok|passed)[,;] ?(?:and )?[1-9]\d{0,8} (?:failed|errors?|skipped)\b/i;

/** How a tool other than a shell went, from what it answered. */
export function toolMessage(family: Exclude<ToolFamily, "shell">, output: string): TextFinding {
  const lines = linesLookedAt(output);
  const first = firstLine(lines);
  const row = isMessage(family, output) ? tables[family].find(([pattern]) => pattern.test(first)) : undefined;
  if (row !== undefined) return { result: row[1], because: row[2], facts: { isError: true } };
  const answered = { facts: { isError: false } };
  if (isPartOfBatch(first)) return { ...answered, result: "partial", because: "a part of a batch" };
  if (saysNothingToDo([first])) return { ...answered, result: "skipped", because: "there was nothing to do" };
  return { ...answered, result: "success", because: "no sign of failure" };
}

/**
 * Whether it may be a message at all: what is long, or begins as JSON, as markup or with a line number, is
 * content.
 */
function isMessage(family: ToolFamily, output: string): boolean {
  if (family === "edit") return true;
  return output.length <= messageChars && !/^\s*(?:[[{<#]|\d+[→:\t-])/.test(output);
}

function isPartOfBatch(line: string): boolean {
  const found = counted.exec(line);
  if (found === null) return mixed.test(line);
  return Number(found[1]) > 0 && Number(found[1]) < Number(found[2]);
}
