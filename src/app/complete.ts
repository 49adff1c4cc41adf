import * as z from "zod/mini";
import { extractPatternsFromDescription } from "../engines/strategies/extract-patterns.js";
import type { EventOf } from "../events/catalog.js";
import { idempotencyKey, origin, textId, utcTime } from "../events/envelope.js";
import { outcomeRecorded } from "../events/outcome.js";
import { outcomeDefaults } from "../events/outcome-defaults.js";
import { epochMs } from "../events/time.js";
import { errors } from "../projections/errors.js";
import { type TaskRow, tasks } from "../projections/tasks.js";
import { admit, type Refusal, refuse, refuseFuture } from "./admit.js";
import type { Context } from "./context.js";
import { creditedStrategies } from "./credited-strategies.js";
import { type RecordResult, recordResult, repeated } from "./record.js";
import { recordOutcome } from "./record-outcome.js";
import { replayed } from "./replayed.js";

const { shape } = outcomeRecorded.data;

const completeInput = z.strictObject({
  task: textId,
  success: z.boolean(),
  summary: z.optional(z.string().check(z.maxLength(4_000))),
  filesTouched: z._default(shape.filesTouched, outcomeDefaults.filesTouched),
  strategy: shape.strategy,
  criteria: z._default(shape.criteria, outcomeDefaults.criteria),
  adaptersUsed: z._default(shape.adaptersUsed, outcomeDefaults.adaptersUsed),
  failedAdapter: shape.failedAdapter,
  failureType: shape.failureType,
  failureDetails: shape.failureDetails,
  riskLevel: z._default(shape.riskLevel, outcomeDefaults.riskLevel),
  quality: shape.quality,
  rollbackOccurred: z._default(shape.rollbackOccurred, outcomeDefaults.rollbackOccurred),
  humanOverride: z._default(shape.humanOverride, outcomeDefaults.humanOverride),
  skillsUsed: z._default(shape.skillsUsed, outcomeDefaults.skillsUsed),
  agentDecisions: z._default(shape.agentDecisions, outcomeDefaults.agentDecisions),
  cause: z._default(shape.cause, outcomeDefaults.cause),
  /** How long it took; measured from the start, if left out. */
  durationMs: z.optional(shape.durationMs),
  /** When the work began; when the task was planned, if left out. */
  startedAt: z.optional(utcTime),
  /** How often it was tried again; counted from the outcomes since the plan, if left out. */
  retryCount: z.optional(shape.retryCount),
  run: z.optional(textId),
  key: z.optional(idempotencyKey),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type CompleteInput = z.input<typeof completeInput>;

export interface CompleteResult extends RecordResult {
  /** What was measured or counted, not assumed. */
  readonly durationMs: number;
  readonly errorCount: number;
  readonly retryCount: number;
}

/** Closes the loop on a task, whether it succeeded or failed, with its real duration, errors and retries. */
export async function complete(context: Context, input: CompleteInput): Promise<CompleteResult> {
  const admitted = await admit(context, "complete", completeInput, input, ({ startedAt }) => {
    const refusal = refuseFuture(context, startedAt);
    return refusal && { ...refusal, field: "startedAt" };
  });
  context.beforeWriting();
  const {
    task,
    success,
    run = context.run,
    key,
    actor = context.actor,
    origin = context.origin,
    ...given
  } = admitted;
  const { startedAt, ...facts } = given;
  const result = await context.ledger.write(async (writer) => {
    const before = await replayed(writer, "outcome-recorded", key);
    if (before !== undefined) return withCounts(await repeated(context, writer, before), before);
    const row = await writer.row(tasks, task);
    const durationMs = facts.durationMs ?? since(context, startedAt ?? row?.plannedAt);
    if (durationMs === undefined) return undefined;
    const data = {
      ...outcomeDefaults,
      ...facts,
      durationMs,
      result: success ? ("success" as const) : ("failure" as const),
      errorCount: (await writer.row(errors, task))?.total ?? 0,
      retryCount: facts.retryCount ?? row?.attempts ?? 0,
    };
    const draft = { type: "outcome-recorded" as const, data, task, run, key, actor, origin };
    const { outcome, caused } = await recordOutcome(context, writer, draft, strategiesOf(facts, row));
    return withCounts(recordResult(context, outcome, caused, false), outcome);
  });
  return result ?? refuse(context, "complete", unknownStart(task), input);
}

function since({ clock }: Context, start: string | null | undefined): number | undefined {
  return start === null || start === undefined ? undefined : Math.max(0, clock() - epochMs(start));
}

/** The words of the caller first, then the plan, then what the summary says was done. */
function strategiesOf(
  { strategy, summary }: { strategy?: string | undefined; summary?: string | undefined },
  row: TaskRow | undefined,
) {
  const planned = row?.strategies ?? [];
  return creditedStrategies(
    strategy,
    planned.length > 0 ? planned : extractPatternsFromDescription(summary ?? ""),
  );
}

function unknownStart(task: string): Refusal {
  return {
    field: "startedAt",
    reason: `it is not known when work on '${task}' began`,
    next: "plan the task with its id before the work, or give startedAt or durationMs",
  };
}

function withCounts(result: RecordResult, { data }: EventOf<"outcome-recorded">): CompleteResult {
  const { durationMs, errorCount, retryCount } = data;
  return { ...result, durationMs, errorCount, retryCount };
}
