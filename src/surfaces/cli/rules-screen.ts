import { noStyle, type Style } from "../../base/terminal/style.js";
import { table } from "../../base/terminal/table.js";
import { textWidth } from "../../base/terminal/text-width.js";
import { counted, grouped, percentage } from "../../base/text/counted.js";
import { oneLine } from "../../base/text/one-line.js";
import type { PastRulesSeen, RuleRow } from "../../lessons/directive/bound/rule-rows.js";
import { markWords, partBeside, standingWords } from "../../lessons/directive/bound/rule-words.js";

type Example = RuleRow["examples"]["broken"][number];

interface Wanted {
  readonly all: boolean;
  readonly examples: boolean;
  /** How wide a line of the table may be. */
  readonly width?: number | undefined;
}

/** Each rule with a check in a line, those broken most often first. */
export function rulesScreen(
  found: PastRulesSeen,
  { all, examples, width = Number.POSITIVE_INFINITY }: Wanted,
  style: Style,
): string {
  const { rows, unchecked } = found;
  const lines = [headOf(found, style)];
  if (found.statements === 0) return `${lines[0]}\n${noRules}`;
  lines.push(countsOf(found));
  if (rows.length > 0) lines.push("", rowTable(found, style, width).trimEnd());
  if (examples) lines.push("", rows.map((row) => examplesOf(row, found, style)).join("\n\n"));
  else if (rows.some(({ broken }) => broken > 0))
    lines.push("", "'whetstone rules --examples' shows the calls behind each number.");
  if (found.gone.length > 0) lines.push("", ...found.gone.map(goneLine));
  if (all && unchecked.length > 0) lines.push("", uncheckedTable(found, style).trimEnd());
  return lines.join("\n");
}

function goneLine({ file, line, standing, text }: PastRulesSeen["gone"][number]): string {
  const state = standing === "watched" ? "is watched" : "binds";
  return (
    `${file}:${line} ${state}, and its file no longer says so: ${oneLine(text, titleChars)}\n` +
    `  'whetstone rules unbind ${file}:${line}' lets it go.`
  );
}

const noRules =
  "No instruction file states a rule here: agents read CLAUDE.md, AGENTS.md, GEMINI.md and their like.";

function headOf({ project, files, sessions, commits, from, to }: PastRulesSeen, style: Style): string {
  const span = from === null || to === null ? "" : ` · ${dayOf(from)} to ${dayOf(to)}`;
  const named = files.length > 3 ? `${files.length} files` : files.join(", ");
  const seen = commits === 0 ? counted(sessions, "session") : `${counted(commits, "commit")}, no session`;
  const parts = [style.bold(project), ...(named === "" ? [] : [named]), seen];
  return `${parts.join(" · ")}${span}`;
}

function dayOf(at: string): string {
  return at.slice(0, 10);
}

function countsOf({ statements, unchecked, rows }: PastRulesSeen): string {
  const checked = statements - unchecked.length;
  const checks = rows.length === checked ? "" : ` by ${counted(rows.length, "check")}`;
  return `${counted(statements, "statement")} · ${checked} can be checked at a call${checks} · the rest needs judgement`;
}

function placeOf({ file, line }: Pick<RuleRow, "file" | "line">, { files }: PastRulesSeen): string {
  return files.length === 1 ? `:${line}` : `${file}:${line}`;
}

/** Below so many a share says nothing. */
const enoughForShare = 10;
const barWidth = 8;
const titleChars = 60;
/** A shorter title says nothing: then lines are wider than the screen. */
const leastTitle = 16;

/** On a narrow screen without bars and units, and with shorter titles. */
function rowTable(found: PastRulesSeen, style: Style, width: number): string {
  const whole = tableOf(cellsOf(found, style, { chars: titleChars, bars: true }), style);
  if (widthOf(whole) <= width) return whole;
  const cells = cellsOf(found, style, { chars: titleChars, bars: false });
  const over = Math.max(0, widthOf(tableOf(cells, style)) - width);
  const longest = Math.max(...cells.map(([, title = ""]) => textWidth(title)));
  const chars = Math.max(leastTitle, longest - over);
  return tableOf(cellsOf(found, style, { chars, bars: false }), style);
}

function widthOf(text: string): number {
  return Math.max(...text.split("\n").map(textWidth));
}

interface Shape {
  /** Of a title. */
  readonly chars: number;
  /** And what the numbers count. */
  readonly bars: boolean;
}

function tableOf(rows: readonly (readonly string[])[], style: Style): string {
  const head = ["", "RULE", "APPLIED", "BROKEN", "", "", ""].map(style.dim);
  return table([head, ...rows], { right: [2, 3, 4] });
}

function cellsOf(found: PastRulesSeen, style: Style, { chars, bars }: Shape): readonly (readonly string[])[] {
  return shownRows(found).map((row) => [
    style.dim(placeOf(row, found)),
    oneLine(row.title, chars),
    row.applied === 0 ? "" : bars ? appliedText(row) : grouped(row.applied),
    row.applied === 0 ? "" : brokenText(row, style),
    row.applied < enoughForShare || row.broken === 0 ? "" : percentage(row.broken, row.applied),
    !bars || row.applied < enoughForShare ? "" : bar(row.broken / row.applied),
    markText(row, style),
  ]);
}

/** A check that a person marked as wrong is offered no more. */
function shownRows({ rows }: PastRulesSeen): readonly RuleRow[] {
  return rows.filter(({ standing }) => standing !== "wrong");
}

export function appliedText({ applied, unit }: Pick<RuleRow, "applied" | "unit">): string {
  const plural = /(?:ch|sh)$/.test(unit) ? `${unit}es` : `${unit}s`;
  return `${grouped(applied)} ${applied === 1 ? unit : plural}`;
}

function brokenText({ broken }: RuleRow, style: Style): string {
  return broken === 0 ? "0" : style.red(grouped(broken));
}

const parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

function bar(share: number): string {
  const eighths = Math.round(share * barWidth * parts.length);
  return "█".repeat(Math.floor(eighths / parts.length)) + (parts[eighths % parts.length] ?? "");
}

function markText(row: RuleRow, style: Style): string {
  const standing = standingWords(row).map((word) => (word === "binds" ? style.green(word) : word));
  return [...standing, ...markWords(row).map(style.dim)].join(", ");
}

const textChars = 160;

/** The newest calls behind the numbers of a rule, without colours. */
export function rowExamples(row: RuleRow, found: PastRulesSeen): string {
  return examplesOf(row, found, noStyle);
}

function examplesOf(row: RuleRow, found: PastRulesSeen, style: Style): string {
  const { broken, kept, unsure } = row.examples;
  const head = `${style.bold(placeOf(row, found))} ${oneLine(row.text, textChars)}`;
  const group = (name: string, count: number, some: readonly Example[]) =>
    some.length === 0
      ? []
      : [`  ${name} ${grouped(count)}, the newest ${some.length}:`, ...some.flatMap(exampleLines)];
  const lines = [
    ...group("broken", row.broken, [...broken].reverse()),
    ...group("not known", row.unsure, unsure.slice(-1)),
    ...(broken.length === 0 ? group("kept", row.applied - row.broken, kept.slice(-2).reverse()) : []),
  ];
  return [head, `  ${style.dim(row.title)}`, ...(lines.length === 0 ? ["  It never applied."] : lines)].join(
    "\n",
  );
}

function exampleLines({ at, agent, session, did, what, since, prompt, next }: Example): readonly string[] {
  const part = partBeside({ did, what });
  const about = part === undefined ? "" : ` (${oneLine(part, textChars)})`;
  return [
    `    ${at.slice(0, 16).replace("T", " ")}  ${oneLine(did, textChars)}${about}`,
    ...(since === undefined ? [] : [`        last edit ${since.slice(0, 16).replace("T", " ")}`]),
    ...(prompt === undefined ? [] : [`        asked: ${oneLine(prompt, textChars)}`]),
    ...(next === undefined ? [] : [`        next: ${oneLine(next, textChars)}`]),
    `        ${agent === "git" ? "commit" : "session"} ${session}`,
  ];
}

function uncheckedTable(found: PastRulesSeen, style: Style): string {
  const head = ["", "WHY", "STATEMENT"].map(style.dim);
  const rows = found.unchecked.map((each) => [
    placeOf(each, found),
    each.why ?? "",
    oneLine(each.text, textChars),
  ]);
  return table([head, ...rows]);
}
