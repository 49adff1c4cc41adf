import type { CauseRow } from "./cause.js";

/** `cat: `, `jq: error: `, `mise ERROR `: who speaks, before what is wrong. */
const speaker = String.raw`(?!(?:\w*error|fatal|warning|usage|task)\b)(?<program>[\w.+-]{1,40})(?::| ERROR:?) `;
/** How programs mark a line as an error. */
const marks = [
  String.raw`\*\*\* `,
  String.raw`\w{0,30}error(?: TS\d+)?: +`,
  "fatal: ",
  "ERROR +",
  String.raw`\[ERROR\] `,
  String.raw`✘ \[ERROR\] `,
  String.raw`\*\* \(\w+\) `,
  "[x×✗✖>] ",
  "NX +",
];
const who = String.raw`^\s*(?:${speaker})?(?:${marks.join("|")})?`;
const quote = "[`'\"‘“]?";
const word = String.raw`${quote}(?<named>[^\s\`'"’”,;]{0,119}[^\s\`'"’”,;.:)])${quote}`;

/** What a program can be asked for by name, beside options and arguments. */
const things = [
  ...["task", "target", "recipe", "rule", "script", "service", "context", "profile", "workspace", "project"],
  ...[
    "resource type",
    "bin target",
    "example target",
    "feature",
    "environment",
    "goal",
    "generator",
    "preset",
  ],
  ...[
    "field",
    "test file",
    "column",
    "table",
    "relation",
    "database",
    "branch",
    "reporter",
    "lifecycle phase",
    "package",
  ],
].join("|");

/**
 * Complaints about how a program was called: an option, a sub-command, a script or an argument that it does
 * not have. The program is the one that is being used wrongly, whichever program prints the message.
 */
export const usageCauses: readonly CauseRow[] = [
  misuse(
    "(?:unknown|unrecogni[sz]ed|illegal|invalid|unsupported|unexpected|no such) " +
      "(?:shorthand |compiler |command[- ]line |global |CLI )?" +
      `(?:flag|option|argument|switch|parameter|predicate)s?:? (?:-- )?${word}`,
  ),
  misuse(`(?:illegal|invalid) option -- ${word}`),
  misuse(`flag provided but not defined: ${word}`),
  misuse(`(?:unknown|unrecogni[sz]ed|invalid|no such) (?:sub-?)?command:? ${word}`),
  misuse(`(?:invalid|unknown) (?:choice|value|toolchain name|argument value):? ${word}`),
  misuse(`${word} is not (?:a|an) (?:\\w+ )?command`),
  misuse(`command ${word} (?:is not defined|is unknown|does not exist)`),
  misuse(
    `(?:option|flag|argument)s? ${word}.{0,40}` +
      "(?:not (?:recognized|allowed|supported|defined)|requires|expects|wasn't expected)",
  ),
  misuse(`(?:the )?${word} (?:option|argument|flag) (?:does not exist|is not defined|is unknown)`),
  misuse(`unexpected argument ${word}`),
  misuse(`(?:the )?following (?:required )?arguments? (?:were|was|are) (?:not provided|required)`),
  misuse(
    `(?:${quote}[\\w -]{2,40}${quote} )?` +
      "(?:missing|requires?|expects?|accepts?|needs?) (?:exactly |at (?:least|most) |only )?" +
      "(?:\\d+|an?|one|two|the following) (?:required )?(?:arg|argument|operand|parameter|value)",
  ),
  misuse("too (?:many|few) (?:arguments|operands|parameters)"),
  misuse("missing (?:file |destination )?operand"),
  misuse(`(?:npm (?:ERR!|error) )?(?:error )?(?:ERR_PNPM_NO_SCRIPT\\s+)?missing script:? ${word}`),
  misuse(`(?:script|task) not found:? ${word}`),
  misuse(`(?:ERR_PNPM_\\w+\\s+)?None of the selected packages has a ${word} script`),
  misuse(`(?:error )?command ${word} not found\\.?$`),
  misuse(
    `no (?:${things})s?:? (?:named |exists with the name:? |to make target )?${word}(?: found| exists?|\\.|$)`,
  ),
  misuse(`(?:no such|unknown(?: JSON)?|unrecogni[sz]ed) (?:${things}):? ${word}`),
  misuse(`\\w+ does not contain (?:task|target|recipe) ${word}`),
  misuse(`(?:the )?(?:${things}) ${word} (?:does not exist|(?:could )?not (?:be )?found|is not defined)`),
  misuse(`(?:could not|cannot|can't|unable to) find (?:${things}) ${word}`),
  misuse(`don't know how to build task ${word}`),
  misuse(`the server doesn't have a resource type ${word}`),
  misuse(`no (?:\\w+ )?context exists with the name: ${word}`),
  misuse(`file or directory not found: ${word}`),
  misuse(
    `the (?:specified )?path ${word} (?:does not exist|was not found)|the specified path does not exist`,
  ),
  misuse(`in prepare, no such (?:table|column): ${word}`),
  misuse("no (?:targets specified and no )?makefile found"),
  misuse("input must be provided"),
  misuse(
    "(?:you must |please )?(?:specify|provide) (?:an? |the |exactly )?\\w+ (?:or \\w+ )?(?:file|name|path)",
  ),
  { pattern: /^usage:? /i, kind: "misuse" },
];

function misuse(message: string): CauseRow {
  return { pattern: new RegExp(`${who}(?:${message})`, "i"), kind: "misuse" };
}
