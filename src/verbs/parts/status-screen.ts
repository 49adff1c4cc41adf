import { projectName } from "../../base/project/project-name.js";
import type { Style } from "../../base/terminal/style.js";
import { table } from "../../base/terminal/table.js";
import { counted } from "../../base/text/counted.js";
import { oneLine } from "../../base/text/one-line.js";
import { refusedLines, teamLines } from "../../hub/exchange/team-state.js";
import { failuresText, metText, repeatsText, verdictsText } from "../../lessons/trial/headline.js";
import type { Immutable } from "../call/immutable.js";
import { ago } from "../overview/ago.js";
import { pauseText } from "../overview/pause.js";
import { reviewLine } from "../overview/review-notice.js";
import type { StatusResult as Status } from "../overview/status-output.js";

type StatusResult = Immutable<Status>;
type Row = readonly [name: string, value: string];

/** The whole status for a person, on one screen. */
export function statusScreen(status: StatusResult, style: Style): string {
  const rows = [
    ...place(status, style),
    ...sharing(status, style),
    ...(status.pause === null ? [] : [["paused", style.yellow(pauseText(status.pause))] as const]),
    ...learned(status, style),
    ...headlines(status, style),
    ...reach(status, style),
    ...gates(status, style),
    ...overlays(status, style),
    ...judged(status),
    ["search", searchLine(status)] as const,
    ...hosts(status, style),
    ...troubles(status, style),
  ];
  return table(rows.map(([name, value]) => [style.dim(name), value]));
}

const notFollowed = "whetstone.json asks for what you have not accepted; see 'whetstone trust'";

function place({ project, store, log, at }: StatusResult, style: Style): readonly Row[] {
  const name = projectName(project, project.root);
  return [
    ["project", `${style.bold(name)} ${style.dim(`(${project.root})`)}`],
    ...(project.unaccepted === null ? [] : [["", style.yellow(notFollowed)] as const]),
    ["store", store.location ?? "in memory: gone when the program ends"],
    [
      "log",
      log.lastEventAt === null
        ? "nothing recorded yet"
        : `${counted(log.events, "event")}, the last ${ago(log.lastEventAt, at)}`,
    ],
  ];
}

function sharing({ team }: StatusResult, style: Style): readonly Row[] {
  if (team === null) return [];
  const isWell = team.hub !== null && team.error === null && team.refused === 0;
  return [...teamLines(team), ...refusedLines(team)].map((line, index) => [
    index === 0 ? "team" : "",
    isWell ? line : style.yellow(line),
  ]);
}

function learned(
  { outcomes, lessons, states, corrections, unsolved }: StatusResult,
  style: Style,
): readonly Row[] {
  const { success, partial, failure } = outcomes;
  const runs = `${style.green(`${success} success`)}, ${partial} partial, ${style.red(`${failure} failure`)}`;
  const avoided = lessons.antiPatterns > 0 ? `; ${counted(lessons.antiPatterns, "anti-pattern")}` : "";
  const kinds = [
    ["failures", byState(states.failures)],
    ["rules", byState(states.directives)],
    ["insights", byState(states.insights)],
    ["strategies", byState(states.strategies) + avoided],
    ["forgotten", lessons.forgotten > 0 ? counted(lessons.forgotten, "lesson") : ""],
  ] as const;
  const held = kinds.filter(([, value]) => value !== "");
  return [
    ...(success + partial + failure === 0 ? [] : [["outcomes", runs] as const]),
    ...(held.length === 0 ? [["lessons", "none yet"] as const] : held),
    ...(corrections === 0 ? [] : [["", style.yellow(reviewLine(corrections))] as const]),
    ...(unsolved === 0 ? [] : [["needs you", style.yellow(askedText(unsolved))] as const]),
  ];
}

function askedText(unsolved: number): string {
  const what = unsolved === 1 ? "1 failure keeps" : `${unsolved} failures keep`;
  return `${what} coming and nothing worked: whetstone lessons review`;
}

/** Every state with its number; empty where there is none. */
function byState(states: Readonly<Record<string, number>>): string {
  const held = Object.entries(states).filter(([, count]) => count > 0);
  return held.map(([state, count]) => `${count} ${state}`).join(", ");
}

/** How often failures come back, and whether lessons help, which only a trial says. */
function headlines({ headline }: StatusResult, style: Style): readonly Row[] {
  const { helps, harms, noDifference, notKnownYet } = headline.lessons;
  const repeats = repeatsText(headline);
  const failures = failuresText(headline);
  const asked =
    harms === 1 ? "a lesson harms and is no longer shown" : `${harms} lessons harm and are no longer shown`;
  return [
    ...(repeats === undefined ? [] : [["repeats", repeats] as const, ["", metText(headline)] as const]),
    ...(failures === undefined ? [] : [["rate", failures] as const]),
    ...(helps + harms + noDifference + notKnownYet === 0
      ? []
      : [["on trial", verdictsText(headline)] as const]),
    ...(harms === 0 ? [] : [["needs you", style.yellow(`${asked}: see 'whetstone trial status'`)] as const]),
  ];
}

function reach({ shown, captured, week, escalations }: StatusResult, style: Style): readonly Row[] {
  const { acknowledged, violated, unacknowledged } = week;
  const broken = `${violated} violated`;
  const said = `${acknowledged} acknowledged, ${violated > 0 ? style.red(broken) : broken}`;
  return [
    ...(shown.runs === 0
      ? []
      : [
          [
            "runs",
            `last ${shown.runs}: ${shown.withLessons} saw a lesson` +
              (captured.withInsights === 0 ? "" : `, ${captured.withInsights} gave an insight`),
          ] as const,
        ]),
    ...(week.shown + acknowledged + violated + unacknowledged === 0
      ? []
      : [["7 days", `${week.shown} shown, ${said}, ${unacknowledged} without an answer`] as const]),
    ...escalations.map(
      ({ lesson, text, at }) =>
        ["escalated", style.red(`${oneLine(text, 50)} (${lesson}, ${at.slice(0, 10)})`)] as const,
    ),
  ];
}

function gates(status: StatusResult, style: Style): readonly Row[] {
  const { left, newestLeft } = status.gates;
  if (left === 0) return openGates(status, style);
  const more = left > newestLeft.length ? `, ${left - newestLeft.length} more` : "";
  const named = newestLeft.map((gate) => `${oneLine(gate.phase, 40)}: ${missingIn(gate)}, and is over`);
  return [
    ["gates", style.yellow(`${left} open after the session${more}`)],
    ...named.map((line) => ["", style.yellow(line)] as const),
    ...openGates(status, style).map(([, value]) => ["", value] as const),
  ];
}

function openGates({ gates: { open, silent, newest }, at }: StatusResult, style: Style): readonly Row[] {
  const unended = silent === 0 ? "" : `${silent} whose end nobody reported, silent for a day or more`;
  if (open === 0) return unended === "" ? [] : [["gates", `none open, ${style.dim(unended)}`]];
  const others = [...(open > newest.length ? [`${open - newest.length} more`] : []), unended];
  const more = others.filter((each) => each !== "").map((each) => ["", style.dim(`and ${each}`)] as const);
  return [
    ...newest.map((gate, index) => {
      const state = gate.denials > 0 ? style.yellow(missingIn(gate)) : missingIn(gate);
      return [
        index === 0 ? "gates" : "",
        `${oneLine(gate.phase, 40)}: ${state}, begun ${ago(gate.begunAt, at)}`,
      ] as const;
    }),
    ...more,
  ];
}

function overlays({ overlays: { inForce, stale, oldest }, at }: StatusResult, style: Style): readonly Row[] {
  if (inForce === 0) return [];
  const limited = `${counted(inForce, "adapter")} under learned limits`;
  const [first] = oldest;
  if (stale === 0 || first === undefined) return [["policy", limited]];
  const named = `${stale} stale: ${first.adapter}, last evidence ${ago(first.lastEvidenceAt, at)}`;
  return [["policy", `${limited}, ${style.yellow(`${named}; see 'whetstone doctor'`)}`]];
}

function judged({ judged: { agents, skills } }: StatusResult): readonly Row[] {
  if (agents + skills === 0) return [];
  const by = `${counted(agents, "agent")} by earlier decisions, ${counted(skills, "skill")} by their runs`;
  return [["judged", `${by}; see 'whetstone report'`]];
}

const reasons: Readonly<Record<string, string>> = {
  no_receipt: "no word on",
  no_reason: "no reason for",
  violated: "violated",
  check_failed: "check fails of",
  not_run: "command not run of",
};

function missingIn({ denials, missing, shown, unanswered }: StatusResult["gates"]["newest"][number]): string {
  const [first, ...rest] = missing;
  if (first === undefined || denials === 0)
    return shown === 0 ? "nothing to answer for" : `${unanswered} of ${counted(shown, "rule")} unanswered`;
  const more = rest.length > 0 ? ` and ${rest.length} more` : "";
  const reason = reasons[first.reason] ?? first.reason;
  return `denied ${counted(denials, "time")}: ${reason} ${first.lesson}${more}`;
}

function searchLine({ search: { by, model, note } }: StatusResult): string {
  return `by ${by}${model === null ? "" : ` (${model})`}${note === null ? "" : `; ${note}`}`;
}

function hosts({ hosts: known, at }: StatusResult, style: Style): readonly Row[] {
  if (known.length === 0) return [["agents", "none set up, and none has called: run 'whetstone init'"]];
  const width = Math.max(...known.map(({ host }) => host.length));
  return known.map(({ host, setUpAt, lastCallAt }, index) => {
    const setUp = setUpAt === null ? "not set up by init" : "set up";
    const called = lastCallAt === null ? style.yellow("never called") : `last called ${ago(lastCallAt, at)}`;
    return [index === 0 ? "agents" : "", `${host.padEnd(width)}  ${setUp}, ${called}`];
  });
}

function troubles({ lost, newestLoss, rejected, at }: StatusResult, style: Style): readonly Row[] {
  const rows: Row[] = [];
  if (lost > 0 && newestLoss !== null)
    rows.push([
      "lost",
      style.yellow(
        `${counted(lost, "thing")} in 7 days, the last ${ago(newestLoss.at, at)} (${newestLoss.stage}); ` +
          "see 'whetstone doctor'",
      ),
    ]);
  if (rejected > 0)
    rows.push([
      "refused",
      style.yellow(`${counted(rejected, "input")}; 'whetstone doctor' shows the newest`),
    ]);
  return rows;
}

/** Settings with their values, and where each was set. */
export function settingsTable(lines: NonNullable<StatusResult["config"]>, style: Style): string {
  if (lines.length === 0) return "Every setting has its default.";
  const rows = lines.map(({ path, value, unit, from }) => [
    path,
    from === "default" ? JSON.stringify(value) : style.bold(JSON.stringify(value)),
    unit === "none" ? "" : unit,
    from === "default" ? style.dim(from) : style.yellow(from),
  ]);
  return table([["SETTING", "VALUE", "UNIT", "FROM"].map(style.dim), ...rows]);
}
