import { resultSchemas } from "../../results/result-schemas.js";
import { text } from "../arguments.js";
import { defineTool } from "../tool.js";

export const explain = defineTool({
  name: "explain",
  about:
    "Why something is as it is: the numbers, the rule, and the events behind a lesson, outcome, criterion or adapter.",
  readOnly: true,
  arguments: { id: text("The id of a lesson or event, or the name of a criterion or adapter") },
  result: resultSchemas.explain,
  run: ({ ws, args }) => ws.explain(args.id),
});
