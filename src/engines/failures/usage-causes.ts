import type { CauseRow } from "./cause.js";

/** `cat: `, `jq: error: `, `mise ERROR `: who speaks, before what is wrong. */
const speaker = String.raw`(?!(?:error|fatal|warning|usage)\b)(?<program>[\w.+-]{1,40})(?::| ERROR:?) `;
const who = String.raw`^(?:${speaker})?(?:\*\*\* )?(?:error: |fatal: )?`;
const quote = "[`'\"‘“]?";
const word = String.raw`${quote}(?<named>[^\s\`'"’”]{1,120})${quote}`;

/**
 * Complaints about how a program was called: an option, a sub-command, a script or an argument that it does
 * not have. The program is the one that is being used wrongly, whoever prints it.
 */
export const usageCauses: readonly CauseRow[] = [
  misuse(
    "(?:unknown|unrecognized|illegal|invalid|unsupported|unexpected) (?:shorthand )?" +
      `(?:flag|option|argument|switch|parameter)s?:? (?:-- )?${word}`,
  ),
  misuse(`(?:illegal|invalid) option -- ${word}`),
  misuse(`flag provided but not defined: ${word}`),
  misuse(`(?:unknown|unrecognized|invalid|no such) (?:sub-?)?command:? ${word}`),
  misuse(`${word} is not (?:a|an) (?:\\w+ )?command`),
  misuse(
    `(?:option|flag|argument)s? ${word}.{0,40}` +
      "(?:not (?:recognized|allowed|supported|defined)|requires|expects|wasn't expected)",
  ),
  misuse(`unexpected argument ${word}`),
  misuse(`(?:the )?following (?:required )?arguments? (?:were|was|are) (?:not provided|required)`),
  misuse(
    "(?:missing|requires?|expects?|accepts?|needs?) (?:exactly |at (?:least|most) |only )?" +
      "(?:\\d+|an?|one|two|the following) (?:required )?(?:arg|argument|operand|parameter|value)",
  ),
  misuse("too (?:many|few) (?:arguments|operands|parameters)"),
  misuse("missing (?:file |destination )?operand"),
  misuse(`(?:npm (?:ERR!|error) )?(?:error )?(?:ERR_PNPM_NO_SCRIPT\\s+)?missing script:? ${word}`),
  misuse(`script not found:? ${word}`),
  misuse(`(?:error )?command ${word} not found\\.?$`),
  misuse(`no (?:task|target|recipe|rule)s? (?:named |to make target )?${word}`),
  misuse(`\\w+ does not contain (?:task|target|recipe) ${word}`),
  misuse(`(?:task|target|recipe) ${word} (?:does not exist|not found|is not defined)`),
  misuse("input must be provided"),
  { pattern: /^usage:? /i, kind: "misuse" },
];

function misuse(message: string): CauseRow {
  return { pattern: new RegExp(`${who}(?:${message})`, "i"), kind: "misuse" };
}
