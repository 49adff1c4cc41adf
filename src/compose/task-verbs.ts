import type { CompleteInput, CompleteResult } from "../app/complete.js";
import type { Context } from "../app/context.js";
import type { FeedbackInput, FeedbackResult } from "../app/feedback.js";
import type { PlanInput, PlanResult } from "../app/plan.js";
import type { RecordInput, RecordResult } from "../app/record.js";
import type { OutcomeLine, RecordManyResult } from "../app/record-many.js";
import type { ReportedRun } from "../app/record-report.js";
import type { Progress } from "../store/store.js";
import { once } from "./once.js";

/** The plan of a task, how it ended, and what somebody thinks of it. */
export interface TaskVerbs {
  record(input: RecordInput): Promise<RecordResult>;
  /** Records what another tool reported, with its failures as errors of the task. */
  recordReport(report: ReportedRun): Promise<RecordResult>;
  /** Records the good ones of many outcomes and says which were refused. */
  recordMany(lines: readonly OutcomeLine[], onProgress?: Progress): Promise<RecordManyResult>;
  plan(input: PlanInput): Promise<PlanResult>;
  /** Closes the loop on a task that was planned, with its real duration, errors and retries. */
  complete(input: CompleteInput): Promise<CompleteResult>;
  /** What somebody thinks of a criterion. */
  feedback(input: FeedbackInput): Promise<FeedbackResult>;
}

const loaded = {
  complete: once(() => import("../app/complete.js")),
  feedback: once(() => import("../app/feedback.js")),
  plan: once(() => import("../app/plan.js")),
  record: once(() => import("../app/record.js")),
  recordMany: once(() => import("../app/record-many.js")),
  recordReport: once(() => import("../app/record-report.js")),
};

export function taskVerbs(context: Context): TaskVerbs {
  return {
    record: async (input) => (await loaded.record()).record(context, input),
    recordReport: async (report) => (await loaded.recordReport()).recordReport(context, report),
    recordMany: async (lines, onProgress) =>
      (await loaded.recordMany()).recordMany(context, lines, onProgress),
    plan: async (input) => (await loaded.plan()).plan(context, input),
    complete: async (input) => (await loaded.complete()).complete(context, input),
    feedback: async (input) => (await loaded.feedback()).feedback(context, input),
  };
}
