import { reportMarkdown } from "../../app/report-markdown.js";
import { resultSchemas } from "../../results/result-schemas.js";
import { defineTool } from "../tool.js";

export const report = defineTool({
  name: "report",
  about: "What was learned in this project, what keeps failing, and whether the lessons reach anyone.",
  readOnly: true,
  arguments: {},
  result: resultSchemas.report,
  run: ({ ws }) => ws.report(),
  text: reportMarkdown,
});
