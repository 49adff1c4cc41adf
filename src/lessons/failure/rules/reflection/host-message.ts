import { firstLine } from "./output-lines.js";
import type { Finding, HostFacts, TextFinding } from "./tool-call.js";

interface MessageRow extends Finding {
  readonly facts: HostFacts;
  readonly patterns: readonly RegExp[];
}

const refused: HostFacts = { isError: true, rejected: true };
const stopped: HostFacts = { isError: true, hookBlocked: true };
const error: HostFacts = { isError: true };

/**
 * What hosts write in place of an output. Looked for at the very start of it only: a file, a log or a page
 * that quotes one of them says nothing of the call.
 */
export const hostMessages: readonly MessageRow[] = [
  {
    result: "blocked",
    because: "the person refused it",
    facts: refused,
    patterns: [
      /^the user doesn['’]t want to (?:proceed with|take) this/i,
      /^(?:the )?user (?:rejected|declined|denied|refused|cancell?ed)\b/i,
      /^(?:[\w ]{1,40}\b)?(?:rejected|denied|cancell?ed|aborted) by (?:the )?user\b/i,
    ],
  },
  {
    result: "blocked",
    because: "the person interrupted it",
    facts: refused,
    patterns: [/^\[?request interrupted by (?:the )?user/i],
  },
  {
    result: "blocked",
    because: "the person cancelled it",
    facts: refused,
    patterns: [/^\[?operation cancell?ed/i],
  },
  {
    result: "blocked",
    because: "a hook stopped it",
    facts: stopped,
    patterns: [
      /^\w{3,20}ToolUse(?::\S{1,80})? hook\b/i,
      /^hook \w{3,20}ToolUse\S{0,80} (?:denied|blocked)/i,
      /^[\w ]{1,40}\bblocked by (?:an? |the )?(?:[\w.-]{1,40} )?hook\b/i,
      /^tool execution (?:blocked|denied)\b/i,
    ],
  },
  {
    result: "blocked",
    because: "a permission rule stopped it",
    facts: stopped,
    patterns: [/^permission to use \S{1,120}.{0,400}\bdenied\b/is],
  },
  {
    result: "blocked",
    because: "a permission is missing",
    facts: stopped,
    patterns: [
      /^\w{1,40} requested permissions? to\b/i,
      /haven['’]t granted it yet/i,
      /^this (?:command|tool|action) requires (?:approval|permission)/i,
    ],
  },
  {
    result: "skipped",
    because: "another call of the batch failed first",
    facts: error,
    patterns: [/^(?:sibling|parallel) tool call (?:errored|failed)/i, /^cancelled: parallel tool call/i],
  },
  {
    result: "inapplicable",
    because: "no such tool",
    facts: error,
    patterns: [
      /^(?:error: )?no such tool(?: available)?\b/i,
      /^unknown tool\b/i,
      /^tool ["'`]?[\w.-]{1,100}["'`]? (?:is )?not (?:found|available|enabled)/i,
    ],
  },
  {
    result: "inapplicable",
    because: "not in this mode",
    facts: error,
    patterns: [
      /^(?:this tool is|tool) (?:only|not) available (?:in|while)/i,
      /^(?:you are )?not in \w{1,20} mode\b/i,
    ],
  },
  {
    result: "failure",
    because: "the host refused the arguments",
    facts: error,
    patterns: [
      /^InputValidationError\b/i,
      /^invalid (?:tool )?(?:parameters|arguments|input)\b/i,
      /^failed to parse function arguments\b/i,
    ],
  },
  {
    result: "failure",
    because: "the host could not run it",
    facts: error,
    patterns: [
      /^failed in sandbox\b|^sandbox denied exec\b|^command denied by sandbox\b/i,
      /^execution error: /i,
      /^(?:exec_command|write_stdin|unified exec|collab \w{2,20}) failed\b/i,
      /^failed to spawn \S/i,
      /^unsupported (?:custom )?(?:tool )?call: /i,
      /^tool call (?:error|failed)\b/i,
      /^command (?:timed out|was killed by a signal)\b/i,
    ],
  },
];

const wrapper = /^\s*(?:<(?:tool_use_error|error)>\s*|Error:\s+(?=Exit code|PreToolUse|The user|<))/i;

/** A message of the host itself, if the output is one. */
export function hostMessage(output: string): TextFinding | undefined {
  const head = output.slice(0, 2_000);
  const inner = head.replace(wrapper, "").trimStart();
  const row = hostMessages.find(({ patterns }) => patterns.some((pattern) => pattern.test(inner)));
  if (row !== undefined) return { result: row.result, because: row.because, facts: row.facts };
  if (!/^\s*<tool_use_error>/i.test(head)) return undefined;
  const missing = /\bnot (?:found|available)\b/i.test(firstLine([inner.split("\n")[0] ?? ""]));
  return { result: missing ? "inapplicable" : "failure", because: "the host's error mark", facts: error };
}
