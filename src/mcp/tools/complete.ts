import { resultSchemas } from "../../results/result-schemas.js";
import {
  beadId,
  filesTouched,
  maybeCount,
  maybeFlag,
  maybeText,
  maybeTexts,
  runId,
  strategy,
} from "../arguments.js";
import { defineTool } from "../tool.js";

export const complete = defineTool({
  name: "complete",
  about:
    "Close the loop on a task, failed ones too: duration, errors and retries are counted, and what it teaches is kept.",
  readOnly: false,
  arguments: {
    bead_id: beadId,
    success: maybeFlag("Whether it succeeded; true, if left out"),
    summary: maybeText("What was done"),
    files_touched: filesTouched,
    strategy,
    duration_ms: maybeCount("How long it took; measured since the plan, if left out"),
    started_at: maybeText("When work began, in ISO 8601 with milliseconds, UTC"),
    retry_count: maybeCount("How often it was tried again; counted, if left out"),
    failure_mode: maybeText("The kind of failure"),
    failure_details: maybeText("What went wrong"),
    criteria: maybeTexts("The criteria that the work was judged by"),
    adapters_used: maybeTexts("Tools and services that it relied on"),
    failed_adapter: maybeText("The one of them that failed"),
    key: maybeText("The same key twice is one completion"),
    run_id: runId,
  },
  result: resultSchemas.complete,
  doorNames: { bead_id: "task", failure_mode: "failureType", run_id: "run" },
  run: ({ ws, args, who, root, plans }) => {
    const { bead_id: task, success = true, summary, duration_ms: durationMs, criteria, key } = args;
    return ws.complete({
      task,
      success,
      summary,
      strategy: args.strategy,
      filesTouched: args.files_touched,
      durationMs,
      startedAt: args.started_at ?? (durationMs === undefined ? plans.startOf(root, task) : undefined),
      retryCount: args.retry_count,
      failureType: args.failure_mode,
      failureDetails: args.failure_details,
      criteria,
      adaptersUsed: args.adapters_used,
      failedAdapter: args.failed_adapter,
      key,
      run: args.run_id,
      ...who,
    });
  },
});
