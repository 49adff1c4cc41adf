import { markdownText, markdownTable as table } from "../../base/text/markdown-table.js";
import type { StrategyLesson } from "../../lessons/lesson-output.js";
import {
  failuresText,
  hasFigures,
  lowAtFirst,
  metText,
  repeatsText,
  verdictsText,
  weekCells,
  weekColumns,
} from "../../lessons/trial/headline.js";
import {
  classCells,
  classColumns,
  trialColumns,
  trialRows,
  trialSentence,
} from "../../lessons/trial/verdict-text.js";
import type { Immutable } from "../call/immutable.js";
import { quotedReport } from "./quoted-report.js";
import type { ReportResult } from "./report.js";
import type { InsightLine } from "./report-insights.js";
import { agentCells, agentColumns, skillCells, skillColumns, thresholdText } from "./report-judged.js";

type Report = Immutable<ReportResult>;

/** The report as Markdown: what needs a person first, then what is known. */
export function reportMarkdown(made: Report): string {
  const report = quotedReport(made);
  const { outcomes, loop, since } = report;
  const sections = [
    "# Learning report",
    `Project \`${report.project}\`, ${report.generatedAt}`,
    ...needsAttention(report),
    ...headlineText(report),
    since.at === null ? "## What changed so far" : `## What changed since ${since.at}`,
    since.changes.length === 0
      ? `${since.outcomes} outcomes; nothing that changes what agents see or may do.`
      : bullets(since.changes.map((change) => change.text)),
    "## Outcomes",
    table(
      ["outcomes", "success", "partial", "failure", "helpful", "neutral", "harmful", "mean score"],
      [
        [
          outcomes.total,
          outcomes.success,
          outcomes.partial,
          outcomes.failure,
          outcomes.helpful,
          outcomes.neutral,
          outcomes.harmful,
          outcomes.meanScore ?? "none yet",
        ],
      ],
    ),
    "## Capabilities",
    adapterTable(report),
    "## Failure patterns",
    patternTable(report),
    "## Policy in force beyond the base",
    overlayTable(report),
    "## Decisions",
    thresholdText(report.judged),
    ...ifAny(agentColumns, agentCells(report.judged)),
    "## Skills",
    ...(report.judged.skills.length === 0 ? [none] : ifAny(skillColumns, skillCells(report.judged))),
    "## Anti-patterns",
    lessonTable(report.antiPatterns),
    "## Strategies",
    lessonTable(report.strategies),
    "## Insights by role",
    roleTable(report),
    "## Rules ready for promotion",
    insightTable(report.insights.readyForPromotion),
    "## Rules",
    directiveText(report),
    "## What keeps failing",
    motifTable(report),
    "## Do lessons from failures help?",
    trialText(report),
    "## Criteria",
    report.criteria.length === 0
      ? none
      : table(
          ["criterion", "weight", "effective"],
          report.criteria.map((each) => [
            each.criterion,
            each.weight,
            each.deprecated ? "deprecated" : each.effectiveWeight,
          ]),
        ),
    "## Newest failures",
    failureTable(report),
    "## Does it reach anyone?",
    `Lessons reached ${loop.runsShownLessons} of the newest ${loop.runs} runs, ${loop.exposures} lines in ` +
      `all. Refused inputs: ${loop.rejected}.`,
  ];
  return `${sections.join("\n\n")}\n`;
}

const none = "None so far.";

function ifAny(columns: readonly string[], rows: (string | number)[][]): readonly string[] {
  return rows.length === 0 ? [] : [table([...columns], rows)];
}

function needsAttention({ regressions, suggestions, insights }: Report): string[] {
  const fell = [
    ...regressions.map(
      ({ adapter, successesBefore }) => `${adapter} failed after ${successesBefore} successes in a row`,
    ),
    ...insights.regressions.map(
      ({ id, role, text }) => `an insight of ${role} that had held up was refuted: ${text} (${id})`,
    ),
  ];
  return [
    ...(fell.length === 0 ? [] : ["## Regressions", bullets(fell)]),
    ...(suggestions.length === 0 ? [] : ["## Suggestions", bullets(suggestions)]),
  ];
}

function headlineText({ headline }: Report): readonly string[] {
  if (!hasFigures(headline)) return [];
  const rate = repeatsText(headline);
  const failures = failuresText(headline);
  const said = `${metText(headline)}; ${verdictsText(headline)}.`;
  return [
    "## Do failures come back?",
    rate === undefined ? said : `Failures of earlier sessions came back ${rate}; ${said}`,
    ...(failures === undefined ? [] : [`All failures, known or new: ${failures}.`]),
    table([...weekColumns], weekCells(headline)),
    lowAtFirst,
    "`whetstone sessions --week WEEK` lists the sessions of a row, with `--repeats` those that met one.",
  ];
}

function adapterTable({ strongest, weakest }: Report): string {
  if (strongest.length === 0) return none;
  const rows = (which: string, lines: Report["strongest"]) =>
    lines.map((each) => [which, each.adapter, each.score, each.runs]);
  return table(
    ["", "adapter", "reliability", "runs"],
    [...rows("strongest", strongest), ...rows("weakest", weakest)],
  );
}

function patternTable({ failurePatterns }: Report): string {
  if (failurePatterns.length === 0) return none;
  const rows = failurePatterns.map((each) => [
    each.id,
    each.occurrences,
    each.confidence,
    each.lastSeenAt,
    each.fixSuggestion,
  ]);
  return table(["pattern", "times", "confidence", "last seen", "what to try"], rows);
}

function overlayTable({ overlays }: Report): string {
  if (overlays.length === 0) return none;
  const rows = overlays.map((each) => [
    each.adapterId,
    each.requireApproval ? "yes" : "no",
    each.suggestedMaxRetries,
    each.riskMultiplier,
    each.stale ? `stale: ${each.reason}` : each.reason,
  ]);
  return table(["adapter", "approval", "retries", "risk", "why"], rows);
}

/** All of them together first: that is known soonest. */
function trialText({ trials }: Report): string {
  const { lessons, classes } = trials;
  if (lessons.length === 0) return "No session that a lesson was held out of by chance is over yet.";
  const kinds = classes.length < 2 ? [] : [table(classColumns, classCells(classes))];
  return [trialSentence(trials), ...kinds, table(trialColumns, trialRows(trials))].join("\n\n");
}

function failureTable({ recentFailures }: Report): string {
  if (recentFailures.length === 0) return "None among the newest outcomes.";
  const rows = recentFailures.map((each) => [
    each.at,
    each.task ?? "",
    each.strategy ?? "",
    each.details ?? each.reasoning,
  ]);
  return table(["when", "task", "strategy", "what happened"], rows);
}

function lessonTable(lessons: readonly StrategyLesson[]): string {
  if (lessons.length === 0) return none;
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

function directiveText({ directives }: Report): string {
  const { acknowledged, violated, unacknowledged, spoofed, dismissed, escalated } = directives;
  const { proposed, quarantined, guarded } = directives;
  const counts =
    `${acknowledged} acknowledged, ${violated} violated, ${unacknowledged} without an answer, ${spoofed} ` +
    `forged, ${dismissed} by reviewers of their own work. ${proposed} proposed, ${quarantined} in quarantine. ` +
    `Calls: ${guarded.denied} denied, ${guarded.stopped} stopped once, ${guarded.asked} put to a person.`;
  if (escalated.length === 0) return counts;
  const rows = escalated.map((each) => [each.text, each.at, each.violated, each.id]);
  return `${counts}\n\n${table(["escalated", "when", "violated", "id"], rows)}`;
}

function motifTable({ directives }: Report): string {
  if (directives.motifs.length === 0) return none;
  const rows = directives.motifs.map((each) => [
    each.text,
    each.tool,
    each.count,
    each.tasks,
    each.fixedBy ?? "",
  ]);
  return table(["what happened", "tool", "times", "tasks", "what worked"], rows);
}

function roleTable({ insights }: Report): string {
  if (insights.roles.length === 0) return none;
  const rows = insights.roles.map((each) => [
    each.role,
    each.deliberations,
    each.briefs,
    each.validated,
    each.ignored,
    each.precision ?? "none yet",
    each.months.map(({ month, precision }) => `${month}: ${precision}`).join(", "),
    each.falsePositivesAvoided,
  ]);
  return table(
    [
      "role",
      "deliberations",
      "briefs",
      "validated",
      "ignored",
      "precision",
      "by month",
      "false positives avoided",
    ],
    rows,
  );
}

function insightTable(lines: readonly InsightLine[]): string {
  if (lines.length === 0) return none;
  const rows = lines.map((each) => [
    each.text,
    each.role,
    each.category,
    each.score,
    `${each.sightings} runs, ${each.situations} situations, ${each.reinforcements} reinforcements`,
    each.events.join(" "),
    each.id,
  ]);
  return table(["insight", "role", "category", "score", "evidence", "events", "id"], rows);
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${markdownText(line)}`).join("\n");
}
