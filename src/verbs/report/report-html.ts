import type { StrategyLesson } from "../../lessons/lesson-output.js";
import { cell, htmlPage, list, section, shortTime, table, text, tiles } from "./html-page.js";
import type { ReportResult } from "./report.js";
import { type Bar, barChart, lineChart } from "./report-charts.js";
import type { DirectiveReport } from "./report-directives.js";
import { evidenceSections } from "./report-evidence-html.js";
import type { InsightReport } from "./report-insights.js";
import { agentCells, agentColumns, skillCells, skillColumns, thresholdText } from "./report-judged.js";

/** The report as one page that needs nothing else: no script, no request, light and dark. */
export function reportHtml(report: ReportResult): string {
  const { outcomes, since, loop } = report;
  return htmlPage({
    title: `Learning report: ${report.project}`,
    header: `<h1>Learning report</h1><p>${text(report.project)} · ${cell({ at: report.generatedAt })} UTC</p>`,
    body: `${tiles([
      ["outcomes", outcomes.total],
      [
        "succeeded",
        outcomes.total === 0 ? "–" : `${Math.round((100 * outcomes.success) / outcomes.total)} %`,
      ],
      ["mean score", outcomes.meanScore ?? "–"],
      ["runs shown a lesson", `${loop.runsShownLessons} of ${loop.runs}`],
      ["refused inputs", loop.rejected],
    ])}
${section(
  "Regressions",
  list(
    [
      ...report.regressions.map(
        (each) => `${each.adapter} failed after ${each.successesBefore} successes in a row`,
      ),
      ...report.insights.regressions.map(
        (each) => `an insight of ${each.role} that had held up was refuted: ${each.text}`,
      ),
    ],
    "bad",
  ),
)}
${section("Suggestions", list(report.suggestions, "middling"))}
${evidenceSections(report)}
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
${section("Adapters", adapterTable(report))}
${section(
  "Policy in force beyond the base",
  table(
    ["adapter", "approval", "retries", "risk", "why"],
    report.overlays.map((each) => [
      each.adapterId,
      each.requireApproval ? "required" : "no",
      each.suggestedMaxRetries,
      each.riskMultiplier,
      each.stale ? `stale: ${each.reason}` : each.reason,
    ]),
  ),
)}
${section(
  "Decisions",
  `<p>${text(thresholdText(report.judged))}</p>${table(agentColumns, agentCells(report.judged))}`,
  outcomes.total > 0,
)}
${section("Skills", table(skillColumns, skillCells(report.judged)))}
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
)}`,
    footer:
      "Every number is counted from the log. <code>whetstone explain ID</code> shows the events behind it.",
  });
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

/** One line an adapter: the strongest and the weakest, each once. */
function reliabilityChart({ strongest, weakest }: ReportResult): string {
  const lines = new Map([...strongest, ...weakest].map((each) => [each.adapter, each.history]));
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
    section("What became of rules", used ? barChart(bars, "Receipts by kind") : ""),
    section(
      "Escalated rules",
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
function adapterTable({ strongest, weakest }: ReportResult): string {
  const rows = [...strongest, ...weakest].map(
    ({ adapter, score, runs }) => [adapter, [adapter, score, runs]] as const,
  );
  return table(["adapter", "reliability", "runs"], [...new Map(rows).values()]);
}
