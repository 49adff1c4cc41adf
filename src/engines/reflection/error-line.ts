import { firstLine, linesLookedAt } from "./lines-looked-at.js";
import { failureSigns } from "./shell/failure-signs.js";

/** What a person says when refusing a call stands below such a line. */
const said = /\bthe user (?:said|provided the following reason)[^\n]{0,60}:\s*/i;
const bracketed = /^\s*<\/?(?:tool_use_error|error)>\s*|<\/(?:tool_use_error|error)>\s*$/gi;
const label = /^\[[\w:./-]{1,60}\] /;

/** Lines that say that something failed but not what. */
const summary =
  /^(?:exit code:? -?\d+|fail(?:ed|ures!?)?\b(?:\s+\S+(?:\s+[\d.]+m?s|\s+\(cached\))?)?|(?:\w+ )?error task failed|exit status \d+|\d+ issues?:|=== .*|\$ .*|> .*|npm (?:err!|error) (?:code|errno|path|command|lifecycle|a complete log).*|make(?:\[\d+\])?: \*\*\* .*)$/i;
const telling =
  /^\S{1,200}\.\w{1,8}:\d+(?::\d+)?:? \S|\berror\b|\bfatal\b|\bfail(?:ed|ure|ing)?\b|cannot|can't|could not|undefined|not found|no such|does not exist|denied|rejected|expected|\bwant\b|\bpanic\b|exception|conflict|invalid|unknown|unrecognized|missing|unable|not used|mismatch|[✗✘✖]/i;

const refusal = /^\s*(?:the user doesn['’]t want|\[request interrupted)/i;

/**
 * The line of an output that says best what went wrong, without the label of a task; "" when there are no
 * words in it.
 */
export function errorLine(output: string): string {
  const words = refusal.test(output) ? said.exec(output.slice(0, 1_000)) : null;
  if (words !== null) return firstLine(linesLookedAt(output.slice(words.index + words[0].length)));
  if (refusal.test(output)) return "no reason given";
  const lines = linesLookedAt(output.replace(bracketed, "")).map((line) => line.replace(label, "").trim());
  const meant = lines.filter((line) => /\p{L}{2}/u.test(line) && !summary.test(line));
  return meant.find((line) => telling.test(line)) ?? failureSigns(lines)[0]?.line ?? meant[0] ?? "";
}
