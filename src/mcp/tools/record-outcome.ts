import * as z from "zod/mini";
import { resultSchemas } from "../../results/result-schemas.js";
import { beadId, filesTouched, maybeFlag, maybeText, maybeTexts, runId, strategy } from "../arguments.js";
import { defineTool } from "../tool.js";

const count = (about: string) => z.number().check(z.describe(about));

export const recordOutcome = defineTool({
  name: "record_outcome",
  about: "Record how a run on a task ended, with figures of your own. complete counts them for you.",
  readOnly: false,
  arguments: {
    bead_id: z.optional(beadId),
    duration_ms: count("Time from start to end"),
    error_count: count("Errors on the way"),
    retry_count: count("Times it was tried again"),
    success: z.boolean().check(z.describe("Whether it succeeded")),
    files_touched: filesTouched,
    strategy,
    failure_mode: maybeText("The kind of failure"),
    failure_details: maybeText("What went wrong"),
    criteria: maybeTexts("The criteria that the work was judged by"),
    adapters_used: maybeTexts("Tools and services that it relied on"),
    failed_adapter: maybeText("The one of them that failed"),
    skills_used: maybeTexts("Skills that it used"),
    risk_level: z.optional(z.enum(["low", "medium", "high"])).check(z.describe("medium, if left out")),
    rollback_occurred: maybeFlag("Whether it was rolled back"),
    human_override: maybeFlag("Whether a person overrode it"),
    timestamp: maybeText("When it ended, in ISO 8601 with milliseconds, UTC; now, if left out"),
    key: maybeText("The same key twice is one outcome"),
    run_id: runId,
  },
  result: resultSchemas.record,
  doorNames: {
    bead_id: "task",
    failure_mode: "failureType",
    timestamp: "at",
    run_id: "run",
    success: "result",
  },
  run: ({ ws, args, who }) =>
    ws.record({
      task: args.bead_id,
      result: args.success ? "success" : "failure",
      durationMs: args.duration_ms,
      errorCount: args.error_count,
      retryCount: args.retry_count,
      filesTouched: args.files_touched,
      strategy: args.strategy,
      failureType: args.failure_mode,
      failureDetails: args.failure_details,
      criteria: args.criteria,
      adaptersUsed: args.adapters_used,
      failedAdapter: args.failed_adapter,
      skillsUsed: args.skills_used,
      riskLevel: args.risk_level,
      rollbackOccurred: args.rollback_occurred,
      humanOverride: args.human_override,
      at: args.timestamp,
      key: args.key,
      run: args.run_id,
      ...who,
    }),
});
