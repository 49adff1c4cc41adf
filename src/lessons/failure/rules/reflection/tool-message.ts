import type { ToolFamily } from "../../../../reading/tool-family.js";
import { isErrorAnswer } from "./error-answer.js";
import { firstLine, linesLookedAt, saysNothingToDo } from "./output-lines.js";
import type { Finding, TextFinding } from "./tool-call.js";

interface MessageRow extends Finding {
  readonly patterns: readonly RegExp[];
}

/** Refusals of tools that read, write and search files. */
const aboutFiles: readonly MessageRow[] = [
  {
    result: "failure",
    because: "a missing file",
    patterns: [
      /^(?:error: )?(?:file|path|directory|folder)\b.{0,300}\b(?:does not|doesn['’]t) exist\b/i,
      /^(?:error: )?(?:file|path|directory) not found\b/i,
      /^no such file\b/i,
    ],
  },
  {
    result: "failure",
    because: "the file is too large",
    patterns: [
      /^file (?:content|is too large|too large)\b.{0,120}\b(?:exceeds|too large|maximum)/i,
      /^(?:content|output) exceeds\b/i,
    ],
  },
  {
    result: "failure",
    because: "an error of the operating system",
    patterns: [
      /^E[A-Z]{3,14}: \S/,
      /^(?:posix_)?spawn\b.{1,300}\bE[A-Z]{3,14}$/,
      /^error (?:writing|reading|editing|creating|opening|searching)\b.{1,300}: /i,
    ],
  },
  {
    result: "failure",
    because: "a complaint in place of a result",
    patterns: [/^(?:cannot|can['’]t|failed to|unable to|could not) \w{2,20}\b.{0,200}$/i],
  },
  {
    result: "inapplicable",
    because: "not a kind of file for this tool",
    patterns: [/^(?:this tool )?cannot (?:read|display) (?:binary|image)\b/i],
  },
];

/** Refusals of tools that change files; the text that was not found may stand below. */
const aboutEdits: readonly MessageRow[] = [
  {
    result: "failure",
    because: "the file was not read before",
    patterns: [
      /^(?:file|it) has (?:not been read yet|been (?:unexpectedly )?modified since)/i,
      /^you must read (?:the )?file\b/i,
    ],
  },
  {
    result: "failure",
    because: "the text to replace was not found",
    patterns: [
      /^(?:string to replace|old_?string|search (?:string|text|block)) (?:was )?not found\b/i,
      /^could not find (?:the )?(?:old_?string|string|text|exact)/i,
    ],
  },
  {
    result: "failure",
    because: "the text to replace is not unique",
    patterns: [
      /^found \d+ matches of the string to replace/i,
      /^(?:old_?string|string) (?:matched|was found|found|appears) (?:multiple|\d+) /i,
    ],
  },
  {
    result: "failure",
    because: "the change changes nothing",
    patterns: [/^no changes to (?:make|apply)\b/i],
  },
  {
    result: "failure",
    because: "the patch does not apply",
    patterns: [
      /^patch (?:failed|does not apply)/i,
      /^(?:hunk|chunk) #?\d+ failed/i,
      /^apply_patch verification failed/i,
    ],
  },
];

const aboutWeb: readonly MessageRow[] = [
  {
    result: "failure",
    because: "the request failed",
    patterns: [
      /^(?:request|fetch) failed\b/i,
      /^(?:http )?(?:error )?[45]\d\d\b/i,
      /^failed to fetch\b/i,
      /^(?:invalid|unsupported) url\b/i,
      /^unable to (?:fetch|verify|connect)/i,
    ],
  },
  {
    result: "failure",
    because: "the connection failed",
    patterns: [
      /^(?:getaddrinfo|connect) E[A-Z]{3,14}\b/i,
      /^E[A-Z]{3,14}: /i,
      /^maximum (?:redirects|content)/i,
      /^(?:ssl|tls|certificate) \w/i,
    ],
  },
];

/** Things that an answer reports as missing. */
const things = [
  "type",
  "id",
  "name",
  "agent",
  "task",
  "issue",
  "tool",
  "resource",
  "session",
  "user",
  "project",
  "team",
  "skill",
  "command",
];

/** A short answer of one line that is not JSON and mentions an error. Long answers are content. */
const aboutAny: readonly MessageRow[] = [
  {
    result: "failure",
    because: "an error of the server",
    patterns: [/^mcp error -?\d+/i, /^(?:json-?rpc|rpc) error\b/i, /^E[A-Z]{4,14}: \S/],
  },
  {
    result: "inapplicable",
    because: "no such thing",
    patterns: [
      new RegExp(`^(?:[\\w-]{1,40} ){0,4}(?:${things.join("|")})\\b.{0,100}\\bnot found\\b`, "i"),
      /^(?:entity|page|file|record|object|item|node|element|document|ref|channel) [\w-]{0,40} ?not found\b/i,
      /^skill \S{1,100} is not an? /i,
    ],
  },
  {
    result: "failure",
    because: "an error in place of a result",
    patterns: [
      /^(?:error|err|fatal|exception|failed|failure)\b[:!]?(?:\s|$)/i,
      /^(?:[A-Z]\w{0,60})?(?:Error|Exception)\b(?::|$)/i,
      /^(?!(?:no|zero|0|without|fixed) )(?:\w{1,40} ){1,4}(?:error|failed|failure)\b(?:[.:]|$)/i,
      /^(?:invalid|missing|unknown|unauthori[sz]ed|forbidden)\b/i,
      /^received (?:an? )?(?:non|invalid)\b/i,
      /\bis not (?:a function|defined|a constructor|iterable|valid)\b/i,
    ],
  },
  {
    result: "failure",
    because: "a complaint in place of a result",
    patterns: [/^(?:cannot|can['’]t|could not|couldn['’]t|unable to|failed to|not allowed to) \w/i],
  },
  {
    result: "failure",
    because: "an error in place of a result",
    patterns: [
      /\b(?:is required|must be (?:an?|one|of|at)|timed out|rate limit|too many requests)\b/i,
      /\bconnection (?:refused|reset|closed)\b/i,
    ],
  },
];

export const messageTables: Readonly<Record<Exclude<ToolFamily, "shell">, readonly MessageRow[]>> = {
  read: aboutFiles,
  edit: [...aboutEdits, ...aboutFiles],
  search: aboutFiles,
  web: aboutWeb,
  other: aboutAny,
};

/** Longer than the messages that tools give instead of an answer; shorter than an answer. */
const messageChars = 400;

/** "3 of 5 files were updated", "completed 3 of 5 steps": a batch of which a part worked. */
const counted = /\b(\d{1,9}) (?:of|out of|\/) (\d{1,9}) (?:[\w-]{1,30} ){0,3}(?:\w{2,30}ed|written|done)\b/i;
const completed = /\b(?:completed|finished|did) (?:only )?(\d{1,9}) (?:of|out of|\/) (\d{1,9})\b/i;
const inPart = /^\W{0,3}(?:partially|partly) (?:complete|completed|done|finished)\b/i;
/** "2 succeeded, 1 failed" */
const mixed = new RegExp(
  String.raw`\b[1-9]\d{0,8} (?:succeeded|updated|applied|ok|passed)[,;] ?(?:and )?` +
    String.raw`[1-9]\d{0,8} (?:failed|errors?|skipped)\b`,
  "i",
);

/** "The remaining work is blocked on the schema": of an agent that ends with a part of its task. */
const restBlocked =
  /\b(?:remaining|rest of the) (?:\w{1,30} )?(?:is|are|stays?|remains?) (?:still )?blocked (?:on|by|until)\b/i;

/** Answers that are an error however long they are: a server's own marks, and a message with its details. */
const marked: readonly RegExp[] = [
  /^\s*#{1,6} Error:?\s*(?:\n|$)/,
  /^\s*### Result\n(?:\w{0,40}Error): /,
  /^\s*<error\b/i,
  /^\s*MCP error -?\d+/i,
  /^\s*(?:Error executing|Error calling|Tool execution failed|Agent type '[^']{1,100}' not found)\b/,
  /^\s*(?:[A-Z]\w{0,40})?Error: \S/,
];

function isMarked(family: ToolFamily, output: string): boolean {
  if (family !== "other") return false;
  return marked.some((mark) => mark.test(output.slice(0, 200))) || isErrorAnswer(output);
}

/** How a tool other than a shell went, from what it answered. */
export function toolMessage(family: Exclude<ToolFamily, "shell">, output: string): TextFinding {
  const first = firstLine(linesLookedAt(output));
  const row = isMessage(family, output) ? rowFor(family, first) : undefined;
  if (row === undefined && isMarked(family, output))
    return { result: "failure", because: "an error in place of a result", facts: { isError: true } };
  if (row !== undefined) return { result: row.result, because: row.because, facts: { isError: true } };
  const answered = { facts: { isError: false } };
  if (isPartOfBatch(first)) return { ...answered, result: "partial", because: "a part of a batch" };
  if (restBlocked.test(first)) return { ...answered, result: "partial", because: "the rest is blocked" };
  if (saysNothingToDo([first])) return { ...answered, result: "skipped", because: "there was nothing to do" };
  return { ...answered, result: "success", because: "no sign of failure" };
}

function rowFor(family: Exclude<ToolFamily, "shell">, line: string): MessageRow | undefined {
  return messageTables[family].find(({ patterns }) => patterns.some((pattern) => pattern.test(line)));
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
  const found = counted.exec(line) ?? completed.exec(line);
  if (found === null) return mixed.test(line) || inPart.test(line);
  return Number(found[1]) > 0 && Number(found[1]) < Number(found[2]);
}
