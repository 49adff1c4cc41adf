import type { Style } from "../../base/terminal/style.js";
import { grouped, percentage } from "../../base/text/counted.js";
import { oneLine } from "../../base/text/one-line.js";
import { shellWord } from "../../base/text/shell-word.js";

export interface ProjectReport {
  readonly folder: string;
  /** Sessions of which there are transcripts. */
  readonly found: number;
  /** What this call took in. */
  readonly learned: number;
  readonly failures: number;
  readonly repeats: number;
  readonly met: number;
  /** What all calls took in. */
  readonly total: {
    readonly sessions: number;
    /** Sessions that the hooks recorded. */
    readonly live: number;
    readonly calls: number;
    readonly failures: number;
    readonly repeats: number;
    readonly met: number;
  };
  /** Lessons that are new. */
  readonly lessons: readonly { readonly id: string; readonly text: string }[];
  /** Possible rules that people stated in the sessions, which wait for a decision. */
  readonly rules: readonly { readonly id: string; readonly text: string }[];
}

export interface LearnReport {
  readonly dryRun: boolean;
  readonly projects: readonly ProjectReport[];
  /** Folders with sessions in which Whetstone is not used. */
  readonly others: readonly { readonly folder: string; readonly sessions: number }[];
  readonly faults: {
    readonly damagedLines: number;
    readonly files: readonly { readonly file: string; readonly why: string }[];
  };
}

const lessonsShown = 5;
const othersShown = 10;
const lessonChars = 160;

/** What was learned, on one screen. */
export function learnScreen(report: LearnReport, style: Style): string {
  const parts = [
    ...report.projects.map((project) => projectText(project, report, style)),
    othersText(report, style),
    faultsText(report),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function projectText(project: ProjectReport, { dryRun, projects }: LearnReport, style: Style): string {
  const { folder, found, learned, total, lessons, rules } = project;
  const where = projects.length > 1 ? `${style.bold(folder)}\n` : "";
  if (found === 0) return `${where}No sessions of coding agents were found in this project.`;
  if (learned === 0)
    return [
      `${where}No new calls: ${sessions(found)} are known already.${totalText(total)}`,
      ...ruleLines(rules, style),
    ].join("\n");
  const verb = dryRun ? "Would learn" : "Learned";
  return [
    `${where}${style.bold(`${verb} from ${grouped(learned)} calls of ${sessions(found)}.`)}`,
    ...countLines(project),
    ...lessonLines(lessons, style),
    ...ruleLines(rules, style),
    ...(learned === total.calls || dryRun ? [] : [`With earlier calls of this command:${totalText(total)}`]),
  ].join("\n");
}

function countLines({ failures, repeats, met }: ProjectReport): readonly string[] {
  return [
    `  ${grouped(failures).padStart(7)}  calls failed`,
    `  ${grouped(repeats).padStart(7)}  of them as a call of an earlier session had`,
    `  ${grouped(met).padStart(7)}  of these repeats a lesson would have warned of${share(met, repeats)}: an earlier session had`,
    "           found what to do, and the agent would have been shown it at the failure",
  ];
}

function lessonLines(lessons: ProjectReport["lessons"], style: Style): readonly string[] {
  if (lessons.length === 0) return [];
  const rest = lessons.length - lessonsShown;
  return [
    style.bold(`${grouped(lessons.length)} ${lessons.length === 1 ? "lesson" : "lessons"}:`),
    ...lessons.slice(0, lessonsShown).map(({ text }) => `  - ${oneLine(text, lessonChars)}`),
    ...(rest > 0 ? [`  and ${grouped(rest)} more: see 'whetstone lessons'`] : []),
  ];
}

const rulesShown = 3;

function ruleLines(rules: ProjectReport["rules"], style: Style): readonly string[] {
  if (rules.length === 0) return [];
  const said = rules.length === 1 ? "rule that you may have stated" : "rules that you may have stated";
  return [
    style.bold(`${grouped(rules.length)} ${said}; 'whetstone lessons review' asks about each:`),
    ...rules.slice(0, rulesShown).map(({ text }) => `  - ${oneLine(text, lessonChars)}`),
  ];
}

function totalText({ calls, failures, repeats, met, live }: ProjectReport["total"]): string {
  const recorded = live > 0 ? ` The hooks recorded ${sessions(live)} themselves.` : "";
  return ` ${grouped(calls)} calls, ${grouped(failures)} failures, ${grouped(repeats)} repeats, ${grouped(met)} of them met.${recorded}`;
}

function othersText({ others }: LearnReport, style: Style): string {
  if (others.length === 0) return "";
  const lines = others
    .slice(0, othersShown)
    .map(
      ({ folder, sessions: count }) =>
        `  whetstone init --learn --root ${shellWord(folder)}   ${style.dim(`(${sessions(count)})`)}`,
    );
  const rest = others.length - lines.length;
  return [
    "Whetstone is not used in these folders; to begin:",
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join("\n");
}

function faultsText({ faults }: LearnReport): string {
  const { damagedLines, files } = faults;
  const lines = damagedLines === 0 ? [] : [`${grouped(damagedLines)} damaged lines were passed over.`];
  const refused = files.slice(0, othersShown).map(({ file, why }) => `Not read: ${file}: ${why}.`);
  return [...lines, ...refused].join("\n");
}

function share(part: number, whole: number): string {
  return whole === 0 ? "" : ` (${percentage(part, whole)})`;
}

function sessions(count: number): string {
  return `${grouped(count)} ${count === 1 ? "session" : "sessions"}`;
}
