import { type Cell, shortTime } from "../../base/page/cell.js";
import type { Bar } from "../../base/page/charts/bar-chart.js";
import type { Tone } from "../../base/page/charts/drawn.js";
import type { Series } from "../../base/page/charts/line-chart.js";
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
import type { ReportResult } from "./report.js";
import type { InsightLine } from "./report-insights.js";
import { agentCells, agentColumns, skillCells, skillColumns, thresholdText } from "./report-judged.js";

type Report = Immutable<ReportResult>;

/** One part of a section. Whatever cannot draw leaves the charts out: the tables have their numbers. */
export type Block =
  | { readonly text: string }
  | { readonly list: readonly string[]; readonly tone?: Tone }
  | { readonly columns: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly title: string; readonly bars: readonly Bar[] }
  | { readonly title: string; readonly series: readonly Series[] }
  | { readonly weeksOf: Report["headline"] }
  | { readonly trialsOf: Report["trials"] };

export interface ReportSection {
  readonly title: string;
  /** None, where there is nothing to tell. */
  readonly blocks: readonly Block[];
}

/** What a report says, whatever it is written in: what needs a person first, then what is known. */
export function reportSections(report: Report): readonly ReportSection[] {
  const { judged, since, loop } = report;
  return [
    ...ifAny("Regressions", list(regressionLines(report), "bad")),
    ...ifAny("Suggestions", list(report.suggestions, "middling")),
    ...ifAny("Do failures come back?", headlineBlocks(report.headline)),
    ...ifAny("Do lessons from failures help?", trialBlocks(report.trials)),
    {
      title: since.at === null ? "What changed so far" : `What changed since ${shortTime(since.at)} UTC`,
      blocks:
        since.changes.length === 0
          ? [{ text: `${since.outcomes} outcomes; nothing that changes what agents see or may do.` }]
          : list(since.changes.map((change) => change.text)),
    },
    { title: "Outcomes", blocks: outcomeBlocks(report) },
    { title: "Capabilities", blocks: [...reliabilityLines(report), ...adapterTable(report)] },
    { title: "Failure patterns", blocks: patternBlocks(report) },
    { title: "Policy in force beyond the base", blocks: overlayTable(report) },
    {
      title: "Decisions",
      blocks: [{ text: thresholdText(judged) }, ...table(agentColumns, agentCells(judged))],
    },
    { title: "Skills", blocks: table(skillColumns, skillCells(judged)) },
    { title: "To avoid", blocks: lessonTable(report.antiPatterns) },
    { title: "Strategies", blocks: lessonTable(report.strategies) },
    { title: "Insights by role", blocks: roleBlocks(report.insights) },
    { title: "Rules ready for promotion", blocks: insightTable(report.insights.readyForPromotion) },
    { title: "Rules", blocks: directiveBlocks(report.directives) },
    { title: "What keeps failing", blocks: motifTable(report.directives) },
    { title: "Criteria", blocks: criterionTable(report) },
    { title: "Newest failures", blocks: failureTable(report) },
    {
      title: "Does it reach anyone?",
      blocks: [
        {
          text:
            `Lessons reached ${loop.runsShownLessons} of the newest ${loop.runs} runs, ${loop.exposures} ` +
            `lines in all. Refused inputs: ${loop.rejected}.`,
        },
      ],
    },
  ];
}

function ifAny(title: string, blocks: readonly Block[]): readonly ReportSection[] {
  return blocks.length === 0 ? [] : [{ title, blocks }];
}

function list(lines: readonly string[], tone: Tone = "plain"): readonly Block[] {
  return lines.length === 0 ? [] : [{ list: lines, tone }];
}

function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): readonly Block[] {
  return rows.length === 0 ? [] : [{ columns, rows }];
}

function regressionLines({ regressions, insights }: Report): readonly string[] {
  return [
    ...regressions.map(
      ({ adapter, successesBefore }) => `${adapter} failed after ${successesBefore} successes in a row`,
    ),
    ...insights.regressions.map(
      ({ id, role, text }) => `an insight of ${role} that had held up was refuted: ${text} (${id})`,
    ),
  ];
}

function headlineBlocks(headline: Report["headline"]): readonly Block[] {
  if (!hasFigures(headline)) return [];
  const rate = repeatsText(headline);
  const failures = failuresText(headline);
  const said = `${metText(headline)}; ${verdictsText(headline)}.`;
  return [
    { text: rate === undefined ? said : `Failures of earlier sessions came back ${rate}; ${said}` },
    ...(failures === undefined ? [] : [{ text: `All failures, known or new: ${failures}.` }]),
    ...(rate === undefined ? [] : [{ weeksOf: headline }]),
    ...table(weekColumns, weekCells(headline)),
    { text: lowAtFirst },
    {
      text:
        "`whetstone sessions --week WEEK` lists the sessions of a week, with `--repeats` those that met a " +
        "failure of an earlier one.",
    },
  ];
}

/** All lessons together first: that is known soonest. */
function trialBlocks(trials: Report["trials"]): readonly Block[] {
  const { lessons, classes } = trials;
  if (lessons.length === 0) return [];
  return [
    { text: trialSentence(trials) },
    { trialsOf: trials },
    ...(classes.length < 2 ? [] : table(classColumns, classCells(classes))),
    ...table(trialColumns, trialRows(trials)),
  ];
}

function outcomeBlocks({ outcomes }: Report): readonly Block[] {
  const { total, success, partial, failure, helpful, neutral, harmful, meanScore } = outcomes;
  if (total === 0) return [];
  const colours = ["good", "middling", "bad"] as const;
  const bars = (counts: Readonly<Record<string, number>>): readonly Bar[] =>
    Object.entries(counts).map(([label, value], index) => ({
      label,
      value,
      kind: colours[index] ?? "plain",
    }));
  return [
    { title: "Outcomes by result", bars: bars({ success, partial, failure }) },
    { title: "Outcomes by what they imply", bars: bars({ helpful, neutral, harmful }) },
    ...table(
      ["outcomes", "success", "partial", "failure", "helpful", "neutral", "harmful", "mean score"],
      [[total, success, partial, failure, helpful, neutral, harmful, meanScore ?? "none yet"]],
    ),
  ];
}

/** The strongest and the weakest, each once: in a small project they are the same ones. */
function adaptersOf({ strongest, weakest }: Report): Report["strongest"] {
  return [...new Map([...strongest, ...weakest].map((each) => [each.adapter, each])).values()];
}

function reliabilityLines(report: Report): readonly Block[] {
  const series = adaptersOf(report).map(({ adapter, history }) => ({
    name: adapter,
    points: history.map(({ at, score }) => ({ at: Date.parse(at), value: score })),
  }));
  return series.length === 0 ? [] : [{ title: "Reliability over time", series }];
}

function adapterTable(report: Report): readonly Block[] {
  const rows = adaptersOf(report).map(({ adapter, score, runs }) => [adapter, score, runs]);
  return table(["adapter", "reliability", "runs"], rows);
}

function patternBlocks({ failurePatterns }: Report): readonly Block[] {
  if (failurePatterns.length === 0) return [];
  const bars = failurePatterns.map((each) => ({
    label: each.id,
    value: each.occurrences,
    kind: "bad" as const,
  }));
  const rows = failurePatterns.map((each) => [
    each.id,
    each.occurrences,
    each.confidence,
    { at: each.lastSeenAt },
    each.fixSuggestion,
  ]);
  return [
    { title: "Failure patterns by occurrences", bars },
    ...table(["pattern", "times", "confidence", "last seen", "what to try"], rows),
  ];
}

function overlayTable({ overlays }: Report): readonly Block[] {
  const rows = overlays.map((each) => [
    each.adapterId,
    each.requireApproval ? "required" : "no",
    each.suggestedMaxRetries,
    each.riskMultiplier,
    each.stale ? `stale: ${each.reason}` : each.reason,
  ]);
  return table(["adapter", "approval", "retries", "risk", "why"], rows);
}

function lessonTable(lessons: Immutable<readonly StrategyLesson[]>): readonly Block[] {
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

function roleBlocks({ roles }: Report["insights"]): readonly Block[] {
  const series = roles
    .filter(({ months }) => months.length > 0)
    .map(({ role, months }) => ({
      name: role,
      points: months.map(({ month, precision }) => ({
        at: Date.parse(`${month}-01T00:00:00.000Z`),
        value: precision,
      })),
    }));
  const rows = roles.map((each) => [
    each.role,
    each.deliberations,
    each.briefs,
    each.validated,
    each.ignored,
    each.precision ?? "none yet",
    each.months.map(({ month, precision }) => `${month}: ${precision}`).join(", "),
    each.falsePositivesAvoided,
  ]);
  return [
    ...(series.length === 0 ? [] : [{ title: "Precision by month", series }]),
    ...table(roleColumns, rows),
  ];
}

const roleColumns = [
  "role",
  "deliberations",
  "briefs",
  "validated",
  "ignored",
  "precision",
  "by month",
  "false positives avoided",
];

function insightTable(lines: Immutable<readonly InsightLine[]>): readonly Block[] {
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

function directiveBlocks(directives: Report["directives"]): readonly Block[] {
  const { acknowledged, violated, unacknowledged, spoofed, dismissed, escalated } = directives;
  const { proposed, quarantined, guarded } = directives;
  const bars: readonly Bar[] = [
    { label: "acknowledged", value: acknowledged, kind: "good" },
    { label: "without an answer", value: unacknowledged, kind: "middling" },
    { label: "violated", value: violated, kind: "bad" },
  ];
  return [
    {
      text:
        `${acknowledged} acknowledged, ${violated} violated, ${unacknowledged} without an answer, ${spoofed} ` +
        `forged, ${dismissed} by reviewers of their own work. ${proposed} proposed, ${quarantined} in ` +
        `quarantine. Calls: ${guarded.denied} denied, ${guarded.stopped} stopped once, ${guarded.asked} put ` +
        "to a person.",
    },
    ...(bars.some(({ value }) => value > 0) ? [{ title: "Receipts by kind", bars }] : []),
    ...table(
      ["escalated", "when", "violated", "id"],
      escalated.map((each) => [each.text, { at: each.at }, each.violated, each.id]),
    ),
  ];
}

function motifTable({ motifs }: Report["directives"]): readonly Block[] {
  const rows = motifs.map((each) => [each.text, each.tool, each.count, each.tasks, each.fixedBy ?? ""]);
  return table(["what happened", "tool", "times", "tasks", "what worked"], rows);
}

function criterionTable({ criteria }: Report): readonly Block[] {
  const rows = criteria.map((each) => [
    each.criterion,
    each.weight,
    each.deprecated ? "deprecated" : each.effectiveWeight,
  ]);
  return table(["criterion", "weight", "effective"], rows);
}

function failureTable({ recentFailures }: Report): readonly Block[] {
  const rows = recentFailures.map((each) => [
    { at: each.at },
    each.taskId ?? "",
    each.strategy ?? "",
    each.details ?? each.reasoning,
  ]);
  return table(["when", "task", "strategy", "what happened"], rows);
}
