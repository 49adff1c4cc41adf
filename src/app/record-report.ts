import type { ReportedError } from "../formats/tool-report.js";
import { refuse } from "./admit.js";
import type { Context } from "./context.js";
import { checkOutcome, type RecordResult, recordOne } from "./record.js";
import { replayed } from "./replayed.js";

export interface ReportedRun {
  /** The outcome as `record` takes it. */
  readonly outcome: unknown;
  /** What failed; each becomes an error of the outcome's task. */
  readonly errors: readonly ReportedError[];
}

/**
 * Records what another tool reported: its failures as errors of the task, then the outcome, all or nothing.
 */
export async function recordReport(
  context: Context,
  { outcome, errors }: ReportedRun,
): Promise<RecordResult> {
  const checked = checkOutcome(context, outcome);
  if (!("value" in checked)) return refuse(context, "record", checked, outcome);
  const { value } = checked;
  const { task, run = context.run, at, actor = context.actor, origin = context.origin } = value;
  if (errors.length > 0 && task === undefined) return refuse(context, "record", needsTask, outcome);
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const known = (await replayed(writer, "outcome-recorded", value.key)) !== undefined;
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
    return recordOne(context, writer, value);
  });
}

const needsTask = {
  field: "task",
  reason: "the report has failures, and errors belong to a task",
  next: "name the task with --task",
};
