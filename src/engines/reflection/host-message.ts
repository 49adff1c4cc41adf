import type { Finding } from "./from-facts.js";
import { firstLine } from "./lines-looked-at.js";
import type { HostFacts } from "./tool-call.js";

/** What a text says of a call, and the fields with which a host would have said the same. */
export interface TextFinding extends Finding {
  readonly facts: HostFacts;
}

type Row = readonly [RegExp, Finding["result"], string, HostFacts];

const refused: HostFacts = { isError: true, rejected: true };
const stopped: HostFacts = { isError: true, hookBlocked: true };
const error: HostFacts = { isError: true };

/**
 * What hosts write in place of an output. Looked for at the very start of it only: a file, a log or a page
 * that quotes one of them says nothing of the call.
 */
const rows: readonly Row[] = [
  [/^the user doesn['’]t want to (?:proceed with|take) this/i, "blocked", "the person refused it", refused],
  [/^\[?request interrupted by (?:the )?user/i, "blocked", "the person interrupted it", refused],
  [
    /^(?:the )?user (?:rejected|declined|denied|refused|cancell?ed)\b/i,
    "blocked",
    "the person refused it",
    refused,
  ],
  [
    /^[\w ]{1,40}\b(?:rejected|denied|cancell?ed|aborted) by (?:the )?user\b/i,
    "blocked",
    "the person refused it",
    refused,
  ],
  [/^\[?operation cancell?ed/i, "blocked", "the person cancelled it", refused],
  [
    /^\w{3,20}ToolUse(?::\S{1,80})? hook\b|^hook \w{3,20}ToolUse\S{0,80} (?:denied|blocked)/i,
    "blocked",
    "a hook stopped it",
    stopped,
  ],
  [
    /^[\w ]{1,40}\bblocked by (?:an? |the )?(?:[\w.-]{1,40} )?hook\b/i,
    "blocked",
    "a hook stopped it",
    stopped,
  ],
  [/^tool execution (?:blocked|denied)\b/i, "blocked", "a hook stopped it", stopped],
  [/^permission to use \S{1,120}.{0,400}\bdenied\b/is, "blocked", "a permission rule stopped it", stopped],
  [
    /^\w{1,40} requested permissions? to\b|haven['’]t granted it yet/i,
    "blocked",
    "a permission is missing",
    stopped,
  ],
  [
    /^this (?:command|tool|action) requires (?:approval|permission)/i,
    "blocked",
    "a permission is missing",
    stopped,
  ],
  [
    /^(?:sibling|parallel) tool call (?:errored|failed)/i,
    "skipped",
    "another call of the batch failed first",
    error,
  ],
  [/^cancelled: parallel tool call/i, "skipped", "another call of the batch failed first", error],
  [
    /^(?:error: )?no such tool(?: available)?\b|^unknown tool\b|^tool ["'`]?[\w.-]{1,100}["'`]? (?:is )?not (?:found|available|enabled)/i,
    "inapplicable",
    "no such tool",
    error,
  ],
  [
    /^(?:this tool is|tool) (?:only|not) available (?:in|while)|^(?:you are )?not in \w{1,20} mode\b/i,
    "inapplicable",
    "not in this mode",
    error,
  ],
  [
    /^InputValidationError\b|^invalid (?:tool )?(?:parameters|arguments|input)\b/i,
    "failure",
    "the host refused the arguments",
    error,
  ],
];

const wrapper = /^\s*(?:<(?:tool_use_error|error)>\s*|Error:\s+(?=Exit code|PreToolUse|The user|<))/i;

/** A message of the host itself, if the output is one. */
export function hostMessage(output: string): TextFinding | undefined {
  const head = output.slice(0, 2_000);
  const inner = head.replace(wrapper, "").trimStart();
  const row = rows.find(([pattern]) => pattern.test(inner));
  if (row !== undefined) return { result: row[1], because: row[2], facts: row[3] };
  if (!/^\s*<tool_use_error>/i.test(head)) return undefined;
  const missing = /\bnot (?:found|available)\b/i.test(firstLine([inner.split("\n")[0] ?? ""]));
  return { result: missing ? "inapplicable" : "failure", because: "the host's error mark", facts: error };
}
