import { grouped, percentage } from "../../base/text/counted.js";
import { type Cell, htmlPage, section, table, text, tiles } from "../../verbs/report/html-page.js";
import { type Bar, barChart, columnChart } from "../../verbs/report/report-charts.js";
import { titleOf } from "../agents.js";
import type { FailureFigures, Figures } from "./figures.js";
import { costText } from "./tally.js";

/** What an audit found, and where. */
export interface Audit {
  /** The name of the project's folder, or how many projects there are. */
  readonly title: string;
  /** ISO 8601. */
  readonly madeAt: string;
  /** The rules of instruction files that were broken most; none for several projects. */
  readonly rules: readonly BrokenRule[];
  readonly figures: Figures;
  readonly damagedLines: number;
  readonly filesNotRead: number;
}

/** How often a rule applied and was broken, without a word of the calls. */
interface BrokenRule {
  /** From the folder of the project. */
  readonly file: string;
  readonly line: number;
  /** Its check in a few words. */
  readonly title: string;
  readonly applied: number;
  readonly broken: number;
  /** What it applied to: commits, edits, commands, turns, sessions. */
  readonly unit: string;
}

/** The audit as one page to share: it holds no path, no secret, no prompt and no code. */
export function auditHtml({ title, madeAt, rules, figures, damagedLines, filesNotRead }: Audit): string {
  return htmlPage({
    title: `Agent audit: ${title}`,
    header: `<p class="eyebrow">Whetstone audit</p><h1>${text(title)}</h1><p>${text(period(figures))}</p>`,
    body: (figures.calls === 0
      ? [nothingHtml, section("Rules that were broken", rulesTable(rules), rules.length > 0)]
      : [
          headlineHtml(figures),
          tiles(tilesOf(figures)),
          section("What the failures cost", costTable(figures)),
          section("The ten that came in most sessions", worstList(figures.worst)),
          section("Rules that were broken", rulesTable(rules), rules.length > 0),
          section("Failures by kind", kindChart(figures), figures.failures > 0),
          section("Calls that failed, by week", weekChart(figures), figures.weeks.length > 1),
          section("By agent", agentTable(figures), figures.agents.length > 0),
          section("How each number is counted", counting(figures, damagedLines, filesNotRead)),
        ]
    ).join("\n"),
    footer:
      `Made on ${text(madeAt.slice(0, 10))} by <code>npx whetstone audit</code> from transcripts on one ` +
      "machine. Nothing was sent anywhere, and nothing was kept.",
  });
}

/** No number of what was not seen: a zero would be a comfort that nothing earned. */
const nothingHtml =
  "<section><p>There is nothing to count yet. This page appears once Claude Code, Codex, OpenCode or Gemini CLI have " +
  "worked in this project. <code>npx whetstone audit --all</code> looks at every project on this machine.</p></section>";

function rulesTable(rules: readonly BrokenRule[]): string {
  const head = ["Rule", "Check", "Applied to", "Times", "Broken"];
  const rows = rules.map(({ file, line, title, applied, broken, unit }): readonly Cell[] => [
    `${file}:${line}`,
    title,
    unit,
    applied,
    broken,
  ]);
  return table(head, rows);
}

function period({ firstAt, lastAt, sessions, calls }: Figures): string {
  if (firstAt === null || lastAt === null) return "No sessions of coding agents were found here.";
  return `${many(sessions, "session")}, ${many(calls, "tool call")}, ${dayText(firstAt)} to ${dayText(lastAt)}`;
}

const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function dayText(at: string): string {
  return `${Number(at.slice(8, 10))} ${monthNames[Number(at.slice(5, 7)) - 1]} ${at.slice(0, 4)}`;
}

/** The sentences that a person passes on. */
function headlineHtml({ failures, repeats, met, avoidable }: Figures): string {
  if (failures === 0) return '<p class="headline">No call failed.</p>';
  const strong = (value: number) => `<strong>${grouped(value)}</strong>`;
  const again = `The agents failed ${strong(failures)} times. ${strong(repeats)} of these failures had
happened in an earlier session`;
  if (met === 0) return `<p class="headline">${again}.</p>`;
  return `<p class="headline">${again}, and for ${strong(met)} of them (${percentage(met, repeats)}) that session had
found the way out. Finding it again took ${costText(avoidable)}.</p>`;
}

function tilesOf({
  sessions,
  calls,
  failures,
  repeats,
  met,
}: Figures): readonly (readonly [string, string])[] {
  return [
    ["sessions", grouped(sessions)],
    ["tool calls", grouped(calls)],
    ["failed", grouped(failures)],
    ["repeats", grouped(repeats)],
    ["a lesson would have warned of", grouped(met)],
  ];
}

function costTable({ cost, avoidable }: Figures): string {
  const told = cost.tokens > 0;
  const row = (name: string, { calls, minutes, tokens }: Figures["cost"]): readonly Cell[] => [
    name,
    grouped(calls),
    minutes > 0 && minutes < 1 ? "under 1" : grouped(Math.round(minutes)),
    ...(told ? [grouped(tokens)] : []),
  ];
  const head = ["", "calls", "minutes", ...(told ? ["tokens written"] : [])];
  const rows = [
    row("From a failure to the call that undid it", cost),
    row("Of these: an earlier session knew the remedy", avoidable),
  ];
  return table(head, rows);
}

function worstList(worst: readonly FailureFigures[]): string {
  if (worst.length === 0) return "";
  return `<ol class="cases">${worst.map(worstItem).join("")}</ol>`;
}

function worstItem(each: FailureFigures): string {
  const { text: what, remedy } = each;
  const wayOut =
    remedy === null
      ? '<p class="open">No remedy was recognised.</p>'
      : `<p class="remedy">What worked: ${withCode(remedy)}</p>`;
  return `<li><p class="what">${withCode(what)}</p>${wayOut}
<p class="facts">${text(failureFacts(each))}</p></li>`;
}

function failureFacts({ kind, times, sessions, met, repeats, cost }: FailureFigures): string {
  const facts = [
    many(sessions, "session"),
    many(times, "time"),
    ...(cost.calls > 0 ? [`${costText(cost)} to undo`] : []),
    ...(met > 0 ? [`met at ${grouped(met)} of ${many(repeats, "repeat")}`] : []),
    kindNames[kind] ?? kind,
  ];
  return facts.join(" · ");
}

/** What stands between backticks, as code. */
function withCode(line: string): string {
  return text(line).replace(/`([^`]{1,240})`/g, "<code>$1</code>");
}

const kindNames: Readonly<Record<string, string>> = {
  call: "calls",
  "host-tool": "the agent's own tools of files",
  refused: "refused",
  empty: "printed nothing",
};

function kindChart({ byKind }: Figures): string {
  const kinds: Readonly<Record<string, Bar["kind"]>> = { empty: "plain", refused: "middling" };
  const bars = Object.entries(byKind)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, value]): Bar => ({ label: kindNames[kind] ?? kind, value, kind: kinds[kind] ?? "bad" }));
  return barChart(bars, "Failures by kind");
}

function weekChart({ weeks }: Figures): string {
  const columns = weeks.map(({ week, failures, repeats }) => ({
    label: week.slice(5),
    parts: [
      { value: repeats, kind: "bad" as const },
      { value: failures - repeats, kind: "plain" as const },
    ],
  }));
  const key =
    '<p class="facts"><span class="key bad"></span>repeats <span class="key plain"></span>others</p>';
  return columnChart(columns, "Calls that failed, by week") + key;
}

function agentTable({ agents }: Figures): string {
  const rows = agents.map((each) => [
    titleOf(each.agent),
    grouped(each.sessions),
    grouped(each.calls),
    grouped(each.failures),
    grouped(each.repeats),
  ]);
  return table(["agent", "sessions", "calls", "failed", "repeats"], rows);
}

const meanings: readonly (readonly [string, string])[] = [
  [
    "Failed",
    "A tool call that the agent reports as failed, by its exit code or error mark, or else by what it printed. A search without a hit and other answers that only look like failures are left out.",
  ],
  [
    "Repeat",
    "A failure of nearly the same call with nearly the same message, with names of files and numbers set aside, that an earlier session had too. Calls that a person refused are never repeats.",
  ],
  [
    "Would have been met",
    "Replayed in the order of time: when the call failed, an earlier session had already had this failure and a later call there had undone it. Whetstone tells the agent that remedy at the failure. Whether the agent would have followed it is not counted.",
  ],
  [
    "Cost",
    "Calls and minutes from the failed call to the call that undid it in the same session; a pause between two calls counts for ten minutes at most, and what two failures share is counted once. Failures that nothing undid cost nothing here. Tokens are those that the model wrote meanwhile, where the transcripts say.",
  ],
  [
    "Kinds",
    "Calls: a command or a tool that failed. The agent's own tools of files: an edit that did not fit, a file that was not there. Refused: a person or a rule said no. Printed nothing: a call that failed without a word.",
  ],
];

function counting({ calls }: Figures, damagedLines: number, filesNotRead: number): string {
  const gaps = [
    ...(damagedLines > 0 ? [many(damagedLines, "damaged line")] : []),
    ...(filesNotRead > 0 ? [many(filesNotRead, "file")] : []),
  ];
  const left = gaps.length === 0 ? "" : `<p>Not read: ${text(gaps.join(" and "))}.</p>`;
  const items = meanings.map(([name, meaning]) => `<dt>${name}</dt><dd>${meaning}</dd>`);
  return calls === 0 ? left : `<dl>${items.join("")}</dl>${left}`;
}

function many(count: number, noun: string): string {
  return `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`;
}
