import { resultSchemas } from "../../results/result-schemas.js";
import { text } from "../arguments.js";
import { defineTool } from "../tool.js";

export const resolveError = defineTool({
  name: "resolve_error",
  about: "Mark an error as dealt with.",
  readOnly: false,
  arguments: { error_id: text("The id that record_error returned") },
  result: resultSchemas.resolve,
  doorNames: { error_id: "error" },
  run: ({ ws, args }) => ws.errors.resolve(args.error_id),
});
