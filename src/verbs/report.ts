import * as z from "zod/mini";
import { replaceFile } from "../base/files/replace-file.js";
import { field } from "./call/field.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { outFile, outOption } from "./parts/out-option.js";
import { quotedReport } from "./report/quoted-report.js";
import { keepReport, type ReportResult, report, reportOutput } from "./report/report.js";
import { reportMarkdown } from "./report/report-markdown.js";

const formats = ["md", "json", "html"] as const;

export const verb = defineVerb({
  name: "report",
  group: "Look",
  summary: "Report what was learned",
  description: `Reports what needs a person first (regressions, suggestions), then what changed since the \
last report that was kept, then outcomes and scores, the strongest and weakest capabilities, failure \
patterns, learned policy, lessons and criteria, and how many runs were shown a lesson.

A report that is written to a file counts as kept, and so does one with --keep: the next report lists what \
changed since. The HTML page is complete by itself: it needs no script and no network.`,
  examples: [
    { run: "whetstone report", about: "Read it in the terminal:" },
    { run: "whetstone report --format html --out learning.html", about: "A page to look at:" },
  ],
  words: ["overview", "statistics", "stats", "summary"],
  optionWords: { "--format html": ["html"] },
  caller: "anyone",
  hub: "reader",
  input: z.strictObject({
    format: field("The format: Markdown, JSON or an HTML page.", z.optional(z.enum(formats))),
    keep: field(
      "Keep this report, so that the next one lists what changed since.",
      z._default(z.boolean(), false),
    ),
  }),
  output: reportOutput,
  cli: {
    own: outOption,
    render: reportMarkdown,
    run: command,
  },
  mcp: {
    tool: "report",
    description:
      "What was learned in this project, what keeps failing, and whether the lessons reach anyone.",
    readOnly: true,
    fields: [],
    text: reportMarkdown,
  },
  asData: quotedReport,
  run: async (context, { keep, format = "json" }) => {
    const made = await report(context);
    if (keep) await keepReport(context, format);
    return made;
  },
});

async function command({
  input,
  own,
  json,
  printer,
  io,
  run,
}: CommandCall<ReportResult>): Promise<undefined> {
  const format = formats.find((each) => each === input.format) ?? (json ? "json" : "md");
  const file = outFile(own.out, io);
  const made = await run({ format, keep: input.keep === true || file !== undefined });
  const text = await reportText(made, format);
  if (file !== undefined) replaceFile(file, text);
  printer.result(made, () => (file === undefined ? text : `Wrote ${file}`));
  return undefined;
}

async function reportText(made: ReportResult, format: (typeof formats)[number]): Promise<string> {
  if (format === "json") return `${JSON.stringify(made, null, 2)}\n`;
  if (format === "html") return (await import("./report/report-html.js")).reportHtml(made);
  return reportMarkdown(made);
}
