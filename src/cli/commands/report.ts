import { resolve } from "node:path";
import type { ReportResult } from "../../app/report.js";
import { replaceFile } from "../../files/replace-file.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "report",
  summary: "Report what was learned",
  description: `Reports what needs a person first (regressions, suggestions), then what changed since the last report that was kept, then outcomes and scores, the strongest and weakest capabilities, failure patterns, learned policy, lessons and criteria, and how many runs were shown a lesson.

A report that is written to a file counts as kept, and so does one with --keep: the next one tells what changed since. The HTML page needs nothing else: no script, no network.`,
  arguments: [],
  options: {
    format: {
      type: "string",
      choices: ["md", "json", "html"],
      about: "Markdown (the default), JSON or an HTML page.",
    },
    out: { type: "string", value: "FILE", about: "Write it to a file instead of standard output." },
    keep: { type: "boolean", about: "Let the next report tell what changed since this one." },
  },
  examples: [
    { run: "whetstone report", about: "Read it in the terminal:" },
    { run: "whetstone report --format html --out learning.html", about: "A page to look at:" },
  ],
  async run(context) {
    const { values, printer, io, globals } = context;
    const format = values.format ?? (globals.json ? "json" : "md");
    const keep = values.keep || values.out !== undefined;
    const report = await withWhetstone(context, async (ws) => {
      const made = await ws.report();
      if (keep) await ws.keepReport(format);
      return made;
    });
    const text = await render(report, format);
    if (values.out === undefined) return printer.result(report, () => text);
    const file = resolve(io.cwd, values.out);
    replaceFile(file, text);
    printer.result(report, () => `Wrote ${file}`);
  },
});

async function render(report: ReportResult, format: "md" | "json" | "html"): Promise<string> {
  if (format === "json") return `${JSON.stringify(report, null, 2)}\n`;
  if (format === "html") return (await import("../../app/report-html.js")).reportHtml(report);
  return (await import("../../app/report-markdown.js")).reportMarkdown(report);
}
