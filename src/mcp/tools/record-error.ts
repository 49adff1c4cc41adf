import * as z from "zod/mini";
import { resultSchemas } from "../../results/result-schemas.js";
import { beadId, maybeText, runId, text } from "../arguments.js";
import { defineTool } from "../tool.js";

const errorTypes = ["validation", "timeout", "conflict", "tool_failure", "unknown"] as const;

export const recordError = defineTool({
  name: "record_error",
  about: "Record an error of a task. The next attempt is told of it until it is resolved.",
  readOnly: false,
  arguments: {
    bead_id: beadId,
    message: text("What went wrong"),
    error_type: z.optional(z.enum(errorTypes)).check(z.describe("Read from the message, if left out")),
    tool_name: maybeText("The tool that failed"),
    stack_trace: maybeText("The stack trace"),
    context: maybeText("What was being done"),
    key: maybeText("The same key twice is one error"),
    run_id: runId,
  },
  result: resultSchemas.error,
  doorNames: { bead_id: "task", run_id: "run" },
  run: ({ ws, args, who }) =>
    ws.errors.record({
      task: args.bead_id,
      message: args.message,
      errorType: args.error_type,
      toolName: args.tool_name,
      stackTrace: args.stack_trace,
      context: args.context,
      key: args.key,
      run: args.run_id,
      ...who,
    }),
});
