import { resolve } from "node:path";
import { reportMarkdown } from "../../app/report-markdown.js";
import { replaceFile } from "../../files/replace-file.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "report",
  summary: "Report what was learned",
  description: `Reports the outcomes and their scores, the anti-patterns and strategies with their track records, the newest failures, and how many runs were shown a lesson.`,
  arguments: [],
  options: {
    format: { type: "string", choices: ["md", "json"], about: "Markdown (the default) or JSON." },
    out: { type: "string", value: "FILE", about: "Write it to a file instead of standard output." },
  },
  examples: [
    { run: "whetstone report", about: "Read it in the terminal:" },
    { run: "whetstone report --out learning.md", about: "Keep it in a file:" },
  ],
  async run(context) {
    const { values, printer, io } = context;
    const report = await withWhetstone(context, (ws) => ws.report());
    const text = values.format === "json" ? `${JSON.stringify(report, null, 2)}\n` : reportMarkdown(report);
    if (values.out === undefined) return printer.result(report, () => text);
    const file = resolve(io.cwd, values.out);
    replaceFile(file, text);
    printer.result({ ...report, file }, () => `Wrote ${file}`);
  },
});
