import type { Program } from "../../../shell/outcome.js";
import { firstLine, lastLine } from "../lines-looked-at.js";
import { saysNothingToDo } from "../says-nothing-to-do.js";

/**
 * Messages of one program about itself, beside `name: message`. The program with its first words, and lines
 * of its failures.
 */
const rows: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^git\b/,
    /^(?:fatal|error): |^CONFLICT \(|^Could not apply |^ ! \[(?:remote )?rejected\]|^Aborting$|^usage: git /,
  ],
  [/^git\b.{0,200} add\b/, /^The following paths are ignored by one of/],
  [
    /^gh\b/,
    /^(?:gh: |GraphQL: |HTTP [45]\d\d|failed to |X |error )|^[a-z ]{1,40} failed: |\(HTTP [45]\d\d\)$/,
  ],
  [/^gh\b.{0,200} checks\b/, /\t(?:fail|pending)\t|^no checks reported/],
  [/^curl\b/, /^curl: \(\d+\)/],
  [/^(?:docker|podman)\b/, /^(?:docker: )?Error response from daemon|^Error: /],
  [/^jq\b/, /^jq: (?:error|\d+ compile error)/],
  [/^(?:kubectl|helm)\b/, /^Error from server|^error: |^Error: /],
];

/** A program that says at once that it does not take its arguments, or ends with one line of complaint. */
const firstSays =
  /^(?:Uncaught )?(?:\w{1,40}\.){0,6}\w{0,60}(?:Error|Exception): |^(?:error|fatal)\b ?(?:\[\w{1,40}\])?:|^(?:\w{1,40} )?(?:unknown|unrecognized|invalid|illegal) (?:flag|option|argument|subcommand|command)\b|^flag provided but not defined|^usage: |^The following paths are ignored by one of|^(?:stat|lstat|open|mkdir|chdir) .{1,300}: (?:no such file|permission denied|not a directory)/i;
const lastSays =
  /^(?:\w{1,40}\.){0,6}\w{0,60}(?:Error|Exception): |^(?:[✗✘✖×❌] (?!\d)|(?:FAIL|FAILED|ERROR|FATAL|Error|error|fatal)(?::|!| -) )/;

/** What operating systems and shells say of a file, after the name of the program that met it. */
const aboutFile =
  /(?:no such file or directory|permission denied|operation not permitted|not a directory|is a directory|directory not empty|file exists|no space left|read-only file system|invalid option|illegal option|unrecognized option|cannot (?:access|open|stat|remove|create|find|overwrite)|not found)\b/i;

/** Whether a program says in these lines that it failed. `asked`: the command asked for its help text. */
export function saysItFailed(
  program: Program,
  lines: readonly string[],
  printing: boolean,
  asked: boolean,
): boolean {
  const name = program.words[0] ?? "";
  const begin = program.words.slice(0, 6).join(" ");
  const own = rows.filter(([programs]) => programs.test(begin));
  if (own.some(([, messages]) => lines.some((line) => messages.test(line)))) return true;
  if (/^git\b.{0,200} commit\b/.test(begin) && saysNothingToDo(lines)) return true;
  if (lines.some((line) => namesItself(line, name))) return true;
  if (printing || asked) return false;
  return firstSays.test(firstLine(lines)) || lastSays.test(lastLine(lines));
}

function namesItself(line: string, name: string): boolean {
  const at = line.indexOf(": ");
  if (name === "" || at === -1 || at > 300) return false;
  const speaker = line.slice(0, at).replace(/^.*\//s, "");
  return speaker === name && aboutFile.test(line.slice(at));
}
