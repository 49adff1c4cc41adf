import { oneLine } from "../text/one-line.js";
import type { StrategyLesson } from "./lessons.js";
import type { ReportResult } from "./report.js";
import { type Bar, barChart, escaped, lineChart } from "./report-charts.js";
import type { DirectiveReport } from "./report-directives.js";
import type { InsightReport } from "./report-insights.js";

const cellChars = 200;

/** The report as one page that needs nothing else: no script, no request, light and dark. */
export function reportHtml(report: ReportResult): string {
  const { outcomes, since, loop } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Learning report: ${text(report.project)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Learning report</h1><p>${text(report.project)} · ${cell({ at: report.generatedAt })} UTC</p>
</header>
<main>
${tiles([
  ["outcomes", outcomes.total],
  ["succeeded", outcomes.total === 0 ? "–" : `${Math.round((100 * outcomes.success) / outcomes.total)} %`],
  ["mean score", outcomes.meanScore ?? "–"],
  ["runs shown a lesson", `${loop.runsShownLessons} of ${loop.runs}`],
  ["refused inputs", loop.rejected],
])}
${section(
  "Regressions",
  list(
    [
      ...report.regressions.map(
        (each) => `${each.capability} failed after ${each.successesBefore} successes in a row`,
      ),
      ...report.insights.regressions.map(
        (each) => `an insight of ${each.role} that had held up was refuted: ${each.text}`,
      ),
    ],
    "bad",
  ),
)}
${section("Suggestions", list(report.suggestions, "middling"))}
${section(
  since.at === null ? "What changed so far" : `What changed since ${shortTime(since.at)} UTC`,
  list(since.changes.map((change) => change.text)) ||
    `<p>${since.outcomes} outcomes; nothing that changes what agents see or may do.</p>`,
)}
${section("Outcomes by result", barChart(resultBars(report), "Outcomes by result"))}
${section("What the outcomes imply", barChart(feedbackBars(report), "Outcomes by what they imply"))}
${section("Reliability over time", reliabilityChart(report))}
${section(
  "Failure patterns",
  barChart(patternBars(report), "Failure patterns by occurrences") + patternTable(report),
  report.failurePatterns.length > 0,
)}
${section("Capabilities", capabilityTable(report))}
${section(
  "Policy in force beyond the base",
  table(
    ["capability", "approval", "retries", "risk", "why"],
    report.overlays.map((each) => [
      each.adapterId,
      each.requireApproval ? "required" : "no",
      each.suggestedMaxRetries,
      each.riskMultiplier,
      each.stale ? `stale: ${each.reason}` : each.reason,
    ]),
  ),
)}
${section("To avoid", lessonTable(report.antiPatterns))}
${section("Strategies", lessonTable(report.strategies))}
${insightSections(report.insights)}
${directiveSections(report.directives)}
${section(
  "Criteria",
  table(
    ["criterion", "weight", "effective"],
    report.criteria.map((each) => [
      each.criterion,
      each.weight,
      each.deprecated ? "deprecated" : each.effectiveWeight,
    ]),
  ),
)}
${section(
  "Newest failures",
  table(
    ["when", "task", "strategy", "what happened"],
    report.recentFailures.map((each) => [
      { at: each.at },
      each.task ?? "",
      each.strategy ?? "",
      each.details ?? each.reasoning,
    ]),
  ),
)}
</main>
<footer>
Every number is counted from the log. <code>whetstone explain ID</code> shows the events behind it.
</footer>
</body>
</html>
`;
}

function resultBars({ outcomes }: ReportResult): readonly Bar[] {
  return [
    { label: "success", value: outcomes.success, kind: "good" },
    { label: "partial", value: outcomes.partial, kind: "middling" },
    { label: "failure", value: outcomes.failure, kind: "bad" },
  ];
}

function feedbackBars({ outcomes }: ReportResult): readonly Bar[] {
  return [
    { label: "helpful", value: outcomes.helpful, kind: "good" },
    { label: "neutral", value: outcomes.neutral, kind: "middling" },
    { label: "harmful", value: outcomes.harmful, kind: "bad" },
  ];
}

function patternTable({ failurePatterns }: ReportResult): string {
  const rows = failurePatterns.map((each) => [
    each.id,
    each.confidence,
    { at: each.lastSeenAt },
    each.fixSuggestion,
  ]);
  return table(["pattern", "confidence", "last seen", "what to try"], rows);
}

function patternBars({ failurePatterns }: ReportResult): readonly Bar[] {
  return failurePatterns.map(({ id, occurrences }) => ({ label: id, value: occurrences, kind: "bad" }));
}

/** One line a capability: the strongest and the weakest, each once. */
function reliabilityChart({ strongest, weakest }: ReportResult): string {
  const lines = new Map([...strongest, ...weakest].map((each) => [each.capability, each.history]));
  const series = [...lines].map(([name, history]) => ({
    name,
    points: history.map(({ at, score }) => ({ at: Date.parse(at), value: score })),
  }));
  return series.length === 0 ? "" : lineChart(series, "Reliability over time");
}

function directiveSections({ escalated, motifs, ...counts }: DirectiveReport): string {
  const bars: readonly Bar[] = [
    { label: "acknowledged", value: counts.acknowledged, kind: "good" },
    { label: "without an answer", value: counts.unacknowledged, kind: "middling" },
    { label: "violated", value: counts.violated, kind: "bad" },
  ];
  const used = bars.some(({ value }) => value > 0);
  return [
    section("What became of directives", used ? barChart(bars, "Receipts by kind") : ""),
    section(
      "Escalated directives",
      table(
        ["directive", "when", "violated", "id"],
        escalated.map((each) => [each.text, { at: each.at }, each.violated, each.id]),
      ),
    ),
    section(
      "What keeps failing",
      table(
        ["what happened", "tool", "times", "tasks", "what worked"],
        motifs.map((each) => [each.text, each.tool, each.count, each.tasks, each.fixedBy ?? ""]),
      ),
    ),
  ].join("\n");
}

function insightSections({ roles, readyForPromotion }: InsightReport): string {
  const lines = roles
    .filter(({ months }) => months.length > 0)
    .map(({ role, months }) => ({
      name: role,
      points: months.map(({ month, precision }) => ({
        at: Date.parse(`${month}-01T00:00:00.000Z`),
        value: precision,
      })),
    }));
  const counts = roles.map((each) => [
    each.role,
    each.deliberations,
    each.briefs,
    each.validated,
    each.ignored,
    each.precision ?? "–",
    each.falsePositivesAvoided,
  ]);
  const head = [
    "role",
    "deliberations",
    "briefs",
    "validated",
    "ignored",
    "precision",
    "false positives avoided",
  ];
  const ready = readyForPromotion.map((each) => [
    each.text,
    each.role,
    each.category,
    each.score,
    `${each.sightings} runs, ${each.situations} situations, ${each.reinforcements} reinforcements`,
    each.id,
  ]);
  return [
    section(
      "Insights by role",
      (lines.length === 0 ? "" : lineChart(lines, "Precision by month")) + table(head, counts),
      counts.length > 0,
    ),
    section(
      "Rules ready for promotion",
      table(["insight", "role", "category", "score", "evidence", "id"], ready),
    ),
  ].join("\n");
}

/** A section without content is left out. */
function section(title: string, content: string, wanted = content !== ""): string {
  return wanted && content !== "" ? `<section><h2>${text(title)}</h2>\n${content}</section>` : "";
}

function tiles(values: readonly (readonly [string, string | number])[]): string {
  const each = values.map(
    ([label, value]) => `<div><strong>${text(value)}</strong><span>${text(label)}</span></div>`,
  );
  return `<div class="tiles">${each.join("")}</div>`;
}

function list(lines: readonly string[], kind = ""): string {
  return lines.length === 0
    ? ""
    : `<ul class="${kind}">${lines.map((line) => `<li>${text(line)}</li>`).join("")}</ul>`;
}

function lessonTable(lessons: readonly StrategyLesson[]): string {
  const rows = lessons.map((each) => [
    each.text,
    each.state,
    each.successes,
    each.failures,
    each.exposures,
    each.id,
  ]);
  return table(["lesson", "state", "worked", "failed", "shown", "id"], rows);
}

/** The strongest and the weakest, each once: in a small project they are the same ones. */
function capabilityTable({ strongest, weakest }: ReportResult): string {
  const rows = [...strongest, ...weakest].map(
    ({ capability, score, runs }) => [capability, [capability, score, runs]] as const,
  );
  return table(["capability", "reliability", "runs"], [...new Map(rows).values()]);
}

/** A text, a number, or a time of the log. */
type Cell = string | number | { readonly at: string };

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return "";
  const row = (cells: readonly Cell[], tag: string) =>
    `<tr>${cells.map((each) => `<${tag}${cellClass(each)}>${cell(each)}</${tag}>`).join("")}</tr>`;
  const body = rows.map((each) => row(each, "td")).join("");
  return `<div class="scroll"><table><thead>${row(head, "th")}</thead><tbody>${body}</tbody></table></div>`;
}

function cellClass(value: Cell): string {
  return typeof value === "number" ? ' class="number"' : "";
}

function cell(value: Cell): string {
  if (typeof value !== "object") return text(value);
  return `<time datetime="${text(value.at)}">${text(shortTime(value.at))}</time>`;
}

function shortTime(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

/** Stored texts are untrusted: one visible line, and nothing in it is markup. */
function text(value: string | number): string {
  return escaped(oneLine(String(value), cellChars));
}

const style = `
:root{color-scheme:light dark;--ink:#1f2430;--soft:#667085;--line:#e4e7ec;--page:#fbfbfd;--card:#fff;
--good:#2f9e6e;--middling:#d99a2b;--bad:#d1495b;--plain:#5b6bd6}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8ee;--soft:#98a2b3;--line:#2c3340;--page:#12151c;
--card:#1a1f29;--good:#4cc38a;--middling:#e8b04a;--bad:#ee6a7a;--plain:#8b98f0}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main,footer{max-width:60rem;margin:0 auto;padding:1rem 1.25rem}h1{margin:1rem 0 0;font-size:1.6rem}
header p,footer{color:var(--soft)}header p{margin:.2rem 0}
section,.tiles div{background:var(--card);border:1px solid var(--line);border-radius:10px}
section{padding:1rem 1.25rem;margin:1rem 0}h2{font-size:1.05rem;margin:0 0 .6rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.8rem}
.tiles div{padding:.8rem 1rem}.tiles strong{display:block;font-size:1.5rem}.tiles span{color:var(--soft)}
ul{margin:0;padding-left:1.1rem}ul.bad li::marker{color:var(--bad)}
ul.middling li::marker{color:var(--middling)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
th{text-align:left;color:var(--soft);font-weight:500}
th,td{padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.number{font-variant-numeric:tabular-nums}tr:last-child td{border-bottom:0}
svg{width:100%;height:auto;max-width:42rem}svg text{fill:var(--ink);font:12px system-ui,sans-serif}
.good{fill:var(--good)}.middling{fill:var(--middling)}.bad{fill:var(--bad)}.plain{fill:var(--plain)}
.grid{stroke:var(--line)}.line polyline{fill:none;stroke-width:2}.line circle{stroke:none}
.line-0{stroke:var(--plain);fill:var(--plain)}.line-1{stroke:var(--good);fill:var(--good)}
.line-2{stroke:var(--middling);fill:var(--middling)}.line-3{stroke:var(--bad);fill:var(--bad)}
.line-4{stroke:#8e6bbf;fill:#8e6bbf}.line-5{stroke:#3aa6b9;fill:#3aa6b9}.line text{stroke:none}
time{white-space:nowrap}
code{font-family:ui-monospace,monospace}
`;
