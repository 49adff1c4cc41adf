import { markdownTable, markdownText } from "../../base/text/markdown-table.js";
import type { Immutable } from "../call/immutable.js";
import { quotedReport } from "./quoted-report.js";
import type { ReportResult } from "./report.js";
import { type Block, type ReportSection, reportSections } from "./report-sections.js";

/** The report as Markdown, with what nobody stands behind quoted: agents read it too. */
export function reportMarkdown(made: Immutable<ReportResult>): string {
  const report = quotedReport(made);
  const parts = [
    "# Learning report",
    `Project \`${report.project}\`, ${report.generatedAt}`,
    ...reportSections(report).flatMap(sectionText),
  ];
  return `${parts.join("\n\n")}\n`;
}

function sectionText({ title, blocks }: ReportSection): readonly string[] {
  const parts = blocks.flatMap(blockText);
  return [`## ${title}`, ...(parts.length === 0 ? ["None so far."] : parts)];
}

function blockText(block: Block): readonly string[] {
  if ("text" in block) return [block.text];
  if ("list" in block) return [block.list.map((line) => `- ${markdownText(line)}`).join("\n")];
  if ("rows" in block)
    return [
      markdownTable(
        block.columns,
        block.rows.map((cells) => cells.map((cell) => (typeof cell === "object" ? cell.at : cell))),
      ),
    ];
  return [];
}
