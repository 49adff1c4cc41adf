import { saysError, softLine } from "../../../../reading/output.js";
import type { Program } from "../../../../reading/shell/outcome.js";
import { isPrinting, runsNothing } from "./program-kinds.js";

/** `[lint:go] …`, as task runners put before each line. */
const taskLabel = /^\[(?!ERROR|WARN|INFO|FATAL|error|warn|info)([\w:./-]{1,60})\] /;

/** A verdict that stands alone: in capitals before all else, or in a column. */
const verdict =
  /^\W{0,4}(?:BUILD )?(?:FAIL|FAILED|FAILURES?|FATAL|ERROR)\b(?!.*\b(?:none|0)\b\.?$)|\t(?:fail|failed|failure)\t/;

const before = String.raw`^\W*(?:[A-Za-z]+:?\s+){0,2}(?:\d+ [\w ]+[,|;(]\s*)*`;
const things = String.raw`(?:\w+ )?(?:fail(?:ed|ing|ures?|s)?|errors?|offenses?|problems?|issues?(?=:|$|\.))(?![\w-])`;
/** "2 failed, 10 passed", "Found 4 errors.", "# fail 1", "Failures: 1". */
const countsSome = new RegExp(
  `${before}[1-9]\\d* ${things}|^\\W*fail [1-9]\\d*$|\\b(?:failures|errors): [1-9]`,
  "i",
);
/** "0 fail", "no issues found". A count of problems that are no errors says so in the same line. */
const countsNone = new RegExp(
  `${before}0 ${things}|^\\W*(?:fail(?:ures?|ed)?|errors?)(?::| ) ?0\\b|\\bno (?:errors?|issues?|problems?|failures?)\\b`,
  "i",
);
const noErrors = /(?<![\w.])0 errors?\b/i;

const statesError =
  /^(?:(?:fatal )?error|fatal|failed|panic)\b|^(?:unknown|invalid) \w|^Traceback|^Segmentation fault|^Un(?:handled|caught) /i;
/** A sign or a border before a line. */
const mark = /^\p{So}+\s+/u;
const asksForUsage = /^usage: /i;
/** `SyntaxError: …`, as interpreters end. */
const namesError = /^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception)(?:: |$)/;

/** `src/a.ts:3:5: …`, `src/a.ts(3,5): …`: the place that a line is about. */
const placed = /^\S{1,200}(?::\d+(?::\d+)?:?|\(\d+,\d+\):) (?!.*\bwarning\b)/;
/** With its column a compiler or a linter names it, which has something to say against it. */
const placedByColumn = /^\S{1,200}\.\w{1,8}:\d+:\d+: (?!\w*(?:note|info)\b)/;

/** A report that all went well: what it mentions of errors is what was tested or mended. */
const endsWell =
  /^(?:ok {1,2}\t|PASS\b|test result: ok|BUILD SUCCESS|(?:Tests?:? +|=+ )\d+ passed|\d+ passing|Done in )/;

const fewLines = 3;
const firstWords = 4;
/** A longer line is prose or data, in which errors are only mentioned. */
const sayingChars = 100;

/**
 * Why the lines that a program printed show that it failed; undefined when they do not. By the form of lines alone,
 * whatever the program: it speaks under its own name, counts failures, gives a verdict, names an error or its place,
 * or complains in its last line.
 */
export function failureShownBy(
  program: Program,
  lines: readonly string[],
  askedForHelp: boolean,
): string | undefined {
  if (lines.some((line) => complainsAs(program, line))) return "a program's own message";
  if (runsNothing(program.name)) return undefined;
  const said = lines.map((line) => line.replace(taskLabel, "")).filter((line) => line.trim() !== "");
  const [first = "", last = ""] = [said[0], said.at(-1)];
  // What it shows is the content of something else, and an error only if it begins so.
  if (isPrinting(program)) return isError(first, askedForHelp) ? "a line that states an error" : undefined;
  const counts = said.flatMap((line) => countOf(line.trim()) ?? []);
  if (said.some((line) => verdict.test(line.trim()))) return "a verdict";
  if (counts.at(-1) === "some") return "a count of failures";
  if (said.some(isErrorAtPlace)) return "an error at its place";
  if (counts.at(-1) === "none" || said.some((line) => endsWell.test(line))) return undefined;
  if (askedForHelp) return isError(first, askedForHelp) ? "a line that states an error" : undefined;
  if (said.some((line) => isError(line, askedForHelp))) return "a line that states an error";
  if (said.length <= fewLines && complains(beginning(first, firstWords)))
    return "a complaint and little else";
  return last.trim().length <= sayingChars && complains(last) ? "a complaint in its last line" : undefined;
}

/** Whether a line has the label of a task that this program was asked for. */
export function isLabelledFor({ words }: Program, line: string): boolean {
  const parts = taskLabel.exec(line)?.[1]?.split(/[:./]/) ?? [];
  return words.some((word) => word.split(/[:./]/).some((part) => parts.includes(part)));
}

/** `cat: x: No such file or directory`, `npm error …`; a wrapper that cannot start its program does so too. */
function complainsAs({ name, wrappers }: Program, line: string): boolean {
  const speaks = (speaker: string) =>
    line.startsWith(`${speaker} `) && /^(?:ERR(?:OR|!)|error|fatal)/.test(line.slice(speaker.length + 1));
  if (name !== "" && [name, ...wrappers].some(speaks)) return true;
  const at = line.indexOf(": ");
  const speaker = line
    .slice(0, Math.max(0, at))
    .replace(/^.*\//s, "")
    .replace(/ \(child\)$/, "");
  return (
    speaker !== "" &&
    [name, ...wrappers].includes(speaker) &&
    (runsNothing(name) || saysError(line.slice(at)))
  );
}

function countOf(line: string): "some" | "none" | undefined {
  if (countsNone.test(line)) return "none";
  return countsSome.test(line) && !noErrors.test(line) ? "some" : undefined;
}

function isErrorAtPlace(line: string): boolean {
  return placed.test(line) && (saysError(line) || placedByColumn.test(line));
}

/** A help text begins with its usage, and fails with it when nobody asked. */
function isError(line: string, askedForHelp: boolean): boolean {
  return (
    statesError.test(line.replace(mark, "")) ||
    namesError.test(line) ||
    (!askedForHelp && asksForUsage.test(line))
  );
}

/** The words in which a complaint says what is wrong; what follows may mention errors. */
export function beginning(line: string, words: number): string {
  return line.split(" ").slice(0, words).join(" ");
}

const quotations = /'[^']*'|"[^"]*"|`[^`]*`|\([^)]*\)|\[[^\]]*\]|\S*\/\S*/g;
/** Data, a changed file, a commit. */
const entry = /^(?:[[{]|[MADRU] |[0-9a-f]{7,} )/;

/** Whether a line has a word of error outside of what it quotes and of paths. */
export function complains(line: string): boolean {
  return !entry.test(line) && !softLine.test(line) && saysError(line.replace(quotations, ""));
}
