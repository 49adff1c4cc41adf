import { oneLine } from "../text/one-line.js";
import type { Lesson } from "./lessons.js";
import type { ReportResult } from "./report.js";

const cellChars = 160;

export function reportMarkdown(report: ReportResult): string {
  const { outcomes, loop } = report;
  const sections = [
    "# Learning report",
    `Project \`${report.project}\`, ${report.generatedAt}`,
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
    "## Anti-patterns",
    lessonTable(report.antiPatterns, "None so far."),
    "## Strategies",
    lessonTable(report.strategies, "None so far."),
    "## Newest failures",
    report.recentFailures.length === 0
      ? "None among the newest outcomes."
      : table(
          ["when", "task", "strategy", "what happened"],
          report.recentFailures.map((each) => [
            each.at,
            each.task ?? "",
            each.strategy ?? "",
            each.details ?? each.reasoning,
          ]),
        ),
    "## Does it reach anyone?",
    `Lessons reached ${loop.runsShownLessons} of the newest ${loop.runs} runs, ${loop.exposures} lines in all. Refused inputs: ${loop.rejected}.`,
  ];
  return `${sections.join("\n\n")}\n`;
}

function lessonTable(lessons: readonly Lesson[], none: string): string {
  if (lessons.length === 0) return none;
  const rows = lessons.map((each) => [each.text, each.successes, each.failures, each.exposures, `\`${each.id}\``]);
  return table(["lesson", "worked", "failed", "shown", "id"], rows);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map((row) => line(row.map(cell)))].join("\n");
}

/** Stored texts are untrusted: one visible line, and no mark that Markdown or a table could take for its own. */
function cell(value: string | number): string {
  return oneLine(String(value), cellChars).replace(/[\\|<>[\]*_]/g, "\\$&");
}
