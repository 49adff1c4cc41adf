import { shortTime } from "../../base/page/cell.js";
import { BarChart } from "../../base/page/charts/bar-chart.js";
import { LineChart } from "../../base/page/charts/line-chart.js";
import { Coded } from "../../base/page/coded.js";
import { Section, sheet, Tiles } from "../../base/page/sheet.js";
import { Table } from "../../base/page/table.js";
import { percentage } from "../../base/text/counted.js";
import { oneLine } from "../../base/text/one-line.js";
import { TrialChart, WeekChart } from "./evidence-charts.js";
import type { ReportResult } from "./report.js";
import { type Block, reportSections } from "./report-sections.js";

/** The report as one page that needs nothing else. A section without anything to tell is left out. */
export function reportHtml(report: ReportResult): string {
  const { outcomes, loop, project, generatedAt } = report;
  const facts = [
    ["outcomes", outcomes.total],
    ["succeeded", outcomes.total === 0 ? "–" : percentage(outcomes.success, outcomes.total)],
    ["mean score", outcomes.meanScore ?? "–"],
    ["runs shown a lesson", `${loop.runsShownLessons} of ${loop.runs}`],
    ["refused inputs", loop.rejected],
  ] as const;
  const sections = reportSections(report).filter(({ blocks }) => blocks.length > 0);
  return sheet({
    title: `Learning report: ${project}`,
    header: (
      <>
        <h1>Learning report</h1>
        <p class="soft">
          {oneLine(project, lineChars)} · <time dateTime={generatedAt}>{shortTime(generatedAt)}</time> UTC
        </p>
      </>
    ),
    footer: (
      <>
        Every number is counted from the log. <code>whetstone explain ID</code> shows the events behind it.
      </>
    ),
    children: (
      <>
        <Tiles facts={facts} />
        {sections.map(({ title, blocks }) => (
          <Section key={title} title={title}>
            {blocks.map((block) => (
              <Shown block={block} />
            ))}
          </Section>
        ))}
      </>
    ),
  });
}

const lineChars = 200;

function Shown({ block }: { readonly block: Block }) {
  if ("weeksOf" in block) return <WeekChart headline={block.weeksOf} />;
  if ("trialsOf" in block) return <TrialChart trials={block.trialsOf} />;
  if ("rows" in block) return <Table {...block} />;
  if ("text" in block)
    return (
      <p>
        <Coded text={block.text} />
      </p>
    );
  if ("list" in block)
    return (
      <ul class={`lines ${block.tone}`}>
        {block.list.map((line) => (
          <li key={line}>{oneLine(line, lineChars)}</li>
        ))}
      </ul>
    );
  return <div class="chart">{"bars" in block ? <BarChart {...block} /> : <LineChart {...block} />}</div>;
}
