import * as z from "zod/mini";
import { errorTypes } from "../runs/errors/error-type.js";
import { checkOutcome, keyedOutcome, recordOne, recordOutput } from "../runs/record/record.js";
import { refuseInput } from "./call/admit.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import { replayed } from "./call/replayed.js";
import { witnessOf } from "./call/speaker.js";
import { defineVerb } from "./frame/define-verb.js";

const reportedError = z.strictObject({
  type: z.enum(errorTypes),
  message: z.string(),
  context: z.optional(z.string()),
  tool: z.string(),
  stackTrace: z.optional(z.string()),
});

const input = z.strictObject({
  outcome: field("The outcome as 'record' takes it.", z.unknown()),
  errors: field("What failed; each becomes an error of the outcome's task.", z.array(reportedError)),
});

export const verb = defineVerb({
  name: "record-report",
  group: "Called by agents",
  summary: "Record a test or analysis report as an outcome with errors",
  description:
    "Records the failures of a report as errors of the task, then the outcome, all or nothing. On the " +
    "command line 'whetstone record' reads JUnit XML and SARIF into it.",
  examples: [{ run: "whetstone record junit.xml --task-id bd-12", about: "What a test runner wrote:" }],
  caller: "anyone",
  hub: "agent",
  input,
  output: recordOutput,
  run: recordReport,
});

async function recordReport(context: Context, { outcome, errors }: z.output<typeof input>) {
  const checked = checkOutcome(context, outcome);
  if (!("value" in checked)) return refuseInput(context, "record", checked, outcome);
  const { value } = checked;
  const { taskId: task, run = context.run, at, actor = context.actor, origin = context.origin } = value;
  if (errors.length > 0 && task === undefined) return refuseInput(context, "record", needsTask, outcome);
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const known = (await replayed(writer, keyedOutcome(context, value))) !== undefined;
    for (const { type: errorType, message, tool: toolName, context: where, stackTrace } of known
      ? []
      : errors) {
      const data = {
        errorType,
        message,
        toolName,
        ...(where === undefined ? {} : { context: where }),
        ...(stackTrace === undefined ? {} : { stackTrace }),
      };
      await writer.append({ type: "error-recorded", data, task, run, at, actor, origin });
    }
    // A file that an agent hands in is only its word; from anybody else a report says more than its bearer.
    return recordOne(context, writer, value, witnessOf(context, origin) && "report");
  });
}

const needsTask = {
  field: "taskId",
  reason: "the report has failures, and errors belong to a task",
  next: "name the task with --task-id",
};
