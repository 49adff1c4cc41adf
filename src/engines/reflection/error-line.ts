import { failureSigns } from "./failure-signs.js";
import { firstLine, linesLookedAt } from "./output-lines.js";

/** The words of a person who refuses a call stand below such a line. */
const reasonFollows = /\bthe user (?:said|provided the following reason)[^\n]{0,60}:\s*/i;
const refusal = /^\s*(?:the user doesn['’]t want|\[request interrupted)/i;
const errorMark = /^\s*<\/?(?:tool_use_error|error)>\s*|<\/(?:tool_use_error|error)>\s*$/gi;
const label = /^\[[\w:./-]{1,60}\] /;

/** Whole lines that report a failure but not what failed. */
export const emptySummaries: readonly RegExp[] = [
  /^exit code:? -?\d+$/i,
  /^fail(?:ed|ures!?)?\b(?:\s+\S+(?:\s+[\d.]+m?s|\s+\(cached\))?)?$/i,
  /^(?:\w+ )?error task failed$/i,
  /^exit status \d+$/i,
  /^\d+ issues?:$/i,
  /^=== .*$/,
  /^\$ .*$/,
  /^> .*$/,
  /^npm (?:err!|error) (?:code|errno|path|command|lifecycle|a complete log).*$/i,
  /^make(?:\[\d+\])?: \*\*\* .*$/i,
];

/** Words of lines that describe what went wrong. */
export const tellingWords = ["error", "fatal", "fail", "failed", "failure", "failing", "want", "panic"];

/** Phrases that such lines have, also within a word. */
export const tellingPhrases = [
  ...["cannot", "can't", "could not", "unable", "undefined", "not found", "no such", "does not exist"],
  ...["denied", "rejected", "expected", "exception", "conflict", "invalid", "unknown", "unrecognized"],
  ...["missing", "not used", "mismatch", "✗", "✘", "✖"],
];

const telling: readonly RegExp[] = [
  /^\S{1,200}\.\w{1,8}:\d+(?::\d+)?:? \S/,
  new RegExp(`\\b(?:${tellingWords.join("|")})\\b`, "i"),
  new RegExp(tellingPhrases.join("|"), "i"),
];

/**
 * The line of an output that says best what went wrong, without the label of a task; "" when there are no
 * words in it.
 */
export function errorLine(output: string): string {
  const refused = refusal.test(output);
  const reason = refused ? reasonFollows.exec(output.slice(0, 1_000)) : null;
  if (reason !== null) return firstLine(linesLookedAt(output.slice(reason.index + reason[0].length)));
  if (refused) return "no reason given";
  const lines = linesLookedAt(output.replace(errorMark, "")).map((line) => line.replace(label, "").trim());
  const meant = lines.filter((line) => /\p{L}{2}/u.test(line) && !matchesAny(emptySummaries, line));
  return meant.find((line) => matchesAny(telling, line)) ?? failureSigns(lines)[0]?.line ?? meant[0] ?? "";
}

function matchesAny(patterns: readonly RegExp[], line: string): boolean {
  return patterns.some((pattern) => pattern.test(line));
}
