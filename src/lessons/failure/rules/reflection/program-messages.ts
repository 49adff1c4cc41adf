import type { Program } from "../../../../reading/shell/outcome.js";
import { firstLine, lastLine, saysNothingToDo } from "./output-lines.js";

/** Messages of single programs about themselves, beside `name: message`. */
export const ownMessages: readonly {
  /** Matches the program with its first words. */
  readonly of: RegExp;
  readonly patterns: readonly RegExp[];
}[] = [
  {
    of: /^git\b/,
    patterns: [
      /^(?:fatal|error): /,
      /^CONFLICT \(/,
      /^Could not apply /,
      /^ ! \[(?:remote )?rejected\]/,
      /^Aborting$/,
      /^usage: git /,
      /^merge: .{1,200} - not something we can merge/,
    ],
  },
  { of: /^git\b.{0,200} add\b/, patterns: [/^The following paths are ignored by one of/] },
  {
    of: /^gh\b/,
    patterns: [
      /^(?:gh: |GraphQL: |HTTP [45]\d\d|failed to |X |error )/,
      /^[a-z ]{1,40} failed: /,
      /\(HTTP [45]\d\d\)$/,
      /^a pull request for branch .{1,300} already exists/,
      /^could not \w{2,20} .{1,200}: HTTP [45]\d\d/,
    ],
  },
  { of: /^gh\b.{0,200} checks\b/, patterns: [/\t(?:fail|pending)\t/, /^no checks reported/] },
  {
    of: /^go\b/,
    patterns: [
      /^go: (?!(?:downloading|finding|extracting|found|added|\w+graded|creating|removed|to add|warning)\b)/,
      /^no required module provides package /,
    ],
  },
  { of: /^golangci-lint\b/, patterns: [/^level=error /] },
  { of: /^curl\b/, patterns: [/^curl: \(\d+\)/] },
  { of: /^(?:docker|podman)\b/, patterns: [/^(?:docker: )?Error response from daemon/, /^Error: /] },
  { of: /^jq\b/, patterns: [/^jq: (?:error|\d+ compile error)/] },
  { of: /^(?:kubectl|helm)\b/, patterns: [/^Error from server/, /^error: /, /^Error: /] },
];

/** A first line that says at once that the program failed or does not take its arguments. */
export const firstLineSays: readonly RegExp[] = [
  /^(?:Uncaught )?(?:\w{1,40}\.){0,6}\w{0,60}(?:Error|Exception): /i,
  /^(?:error|fatal)\b ?(?:\[\w{1,40}\])?:/i,
  /^(?:\w{1,40} )?(?:unknown|unrecognized|invalid|illegal) (?:flag|option|argument|subcommand|command)\b/i,
  /^[\w.+-]{1,40}: (?:fatal )?error: /i,
  /^flag provided but not defined/i,
  /^usage: /i,
  /^The following paths are ignored by one of/i,
  /^(?:stat|lstat|open|mkdir|chdir) .{1,300}: (?:no such file|permission denied|not a directory)/i,
];

/** A last line of complaint. */
export const lastLineSays: readonly RegExp[] = [
  /^(?:\w{1,40}\.){0,6}\w{0,60}(?:Error|Exception): /,
  /^[✗✘✖×❌] (?!\d)/,
  /^(?:FAIL|FAILED|ERROR|FATAL|Error|error|fatal)(?::|!| -) /,
];

/** What operating systems and shells report about a file, after the name of the program that used it. */
export const fileTroubles: readonly string[] = [
  "no such file or directory",
  "permission denied",
  "operation not permitted",
  "not a directory",
  "is a directory",
  "directory not empty",
  "file exists",
  "no space left",
  "read-only file system",
  "invalid option",
  "illegal option",
  "unrecognized option",
  "cannot access",
  "cannot open",
  "cannot stat",
  "cannot remove",
  "cannot create",
  "cannot find",
  "cannot overwrite",
  "not found",
  "no module named",
  "unterminated",
  "unknown predicate",
  "unrecognized flag",
  "undefined label",
  "extra characters",
  "missing )",
  "missing ]",
  "syntax error",
  "unexpected newline",
  "connection refused",
  "could not resolve",
];
const fileTrouble = new RegExp(
  fileTroubles.map((trouble) => trouble.replace(/[\])]/g, "\\$&")).join("|"),
  "i",
);

/**
 * Whether a program reports in these lines that it failed. `printing`: what it prints is content.
 * `askedForHelp`: the command asked for its help text.
 */
export function saysItFailed(
  program: Program,
  lines: readonly string[],
  printing: boolean,
  askedForHelp: boolean,
): boolean {
  const begin = program.words.slice(0, 6).join(" ");
  const own = ownMessages.filter(({ of }) => of.test(begin)).flatMap(({ patterns }) => patterns);
  if (own.some((message) => lines.some((line) => message.test(line)))) return true;
  if (/^git\b.{0,200} commit\b/.test(begin) && saysNothingToDo(lines)) return true;
  // A wrapper that cannot start its program reports that under its own name.
  const speakers = new Set([program.name, ...program.wrappers]);
  if (lines.some((line) => namesItself(line, speakers))) return true;
  if (printing || askedForHelp) return false;
  const [first, last] = [firstLine(lines), lastLine(lines)];
  return firstLineSays.some((says) => says.test(first)) || lastLineSays.some((says) => says.test(last));
}

function namesItself(line: string, speakers: ReadonlySet<string>): boolean {
  const at = line.indexOf(": ");
  if (at === -1 || at > 300) return false;
  const speaker = line
    .slice(0, at)
    .replace(/^.*\//s, "")
    .replace(/ \(child\)$/, "");
  return speaker !== "" && speakers.has(speaker) && fileTrouble.test(line.slice(at));
}
