import * as z from "zod/mini";
import { classifyError } from "../engines/errors/classify-error.js";
import { type ErrorEntry, formatErrorContext } from "../engines/errors/error-context.js";
import type { ErrorType } from "../engines/errors/error-type.js";
import { WhetstoneError } from "../errors.js";
import { idempotencyKey, origin, textId, utcTime } from "../events/envelope.js";
import { errorRecorded } from "../events/error.js";
import { errors, type RecentError, type TaskErrorsRow } from "../projections/errors.js";
import { admit, refuseFuture } from "./admit.js";
import type { Context } from "./context.js";
import { replayed } from "./replayed.js";

const errorInput = z.extend(errorRecorded.data, {
  task: textId,
  /** Left out, the type is read from the message. */
  errorType: z.optional(errorRecorded.data.shape.errorType),
  run: z.optional(textId),
  key: z.optional(idempotencyKey),
  at: z.optional(utcTime),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type ErrorInput = z.input<typeof errorInput>;

export interface ErrorResult {
  /** The id of the error. */
  readonly error: string;
  readonly task: string;
  readonly type: ErrorType;
  /** True when this key had been recorded before: nothing new was written. */
  readonly replayed: boolean;
}

/** Records an error of a task. */
export async function recordError(context: Context, input: ErrorInput): Promise<ErrorResult> {
  const admitted = await admit(context, "error", errorInput, input, ({ at }) => refuseFuture(context, at));
  const {
    task,
    run = context.run,
    key,
    at,
    actor = context.actor,
    origin = context.origin,
    ...rest
  } = admitted;
  const data = { ...rest, errorType: rest.errorType ?? classifyError(rest.message) };
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const before = await replayed(writer, "error-recorded", key);
    const event =
      before ?? (await writer.append({ type: "error-recorded", data, task, run, key, at, actor, origin }));
    const { errorType } = event.data;
    return { error: event.id, task: event.task ?? task, type: errorType, replayed: before !== undefined };
  });
}

export interface ResolveResult {
  readonly error: string;
  readonly task: string;
  /** True when it was resolved before, and nothing was written now. */
  readonly replayed: boolean;
}

/** Marks an error as dealt with, once. */
export async function resolveError(context: Context, id: string): Promise<ResolveResult> {
  const { actor, origin, run } = context;
  return context.ledger.write(async (writer) => {
    const event = await writer.eventById(id);
    if (event?.type !== "error-recorded" || event.task === undefined) throw noError(id);
    const key = `resolve ${id}`;
    const again = (await writer.eventByKey(key)) !== undefined;
    if (!again) {
      const data = { error: id, errorType: event.data.errorType };
      await writer.append({ type: "error-resolved", data, task: event.task, run, key, actor, origin });
    }
    return { error: id, task: event.task, replayed: again };
  });
}

export interface ErrorStatsResult {
  readonly total: number;
  readonly unresolved: number;
  readonly by_type: Readonly<Partial<Record<ErrorType, number>>>;
}

export async function errorStats(context: Context, task: string): Promise<ErrorStatsResult> {
  return statsOf(await errorsOf(context, task));
}

function statsOf(row: TaskErrorsRow | undefined): ErrorStatsResult {
  return { total: row?.total ?? 0, unresolved: row?.unresolved ?? 0, by_type: row?.byType ?? {} };
}

/** The task's newest errors for a retry prompt; empty when there are none. */
export async function errorContext(context: Context, task: string, includeResolved = false): Promise<string> {
  return errorBlock(await errorsOf(context, task), includeResolved);
}

export function errorBlock(row: TaskErrorsRow | undefined, includeResolved = false): string {
  if (row === undefined) return "";
  const chosen = row.recent.filter((each) => includeResolved || !each.resolved);
  return formatErrorContext(
    chosen.map((each) => entryOf(row.task, each)),
    includeResolved ? row.byType : row.openByType,
  );
}

export interface ErrorListResult {
  /** The newest ones, oldest first. */
  readonly errors: readonly ErrorEntry[];
  /** Of all of them. */
  readonly stats: ErrorStatsResult;
}

export async function listErrors(context: Context, task: string): Promise<ErrorListResult> {
  const row = await errorsOf(context, task);
  return { errors: (row?.recent ?? []).map((each) => entryOf(task, each)), stats: statsOf(row) };
}

function errorsOf({ ledger }: Context, task: string): Promise<TaskErrorsRow | undefined> {
  return ledger.read((reader) => reader.row(errors, task));
}

function entryOf(task: string, { id, at, type, message, tool, context, resolved }: RecentError): ErrorEntry {
  return {
    id,
    bead_id: task,
    error_type: type,
    message,
    timestamp: at,
    resolved,
    ...(tool === null ? {} : { tool_name: tool }),
    ...(context === null ? {} : { context }),
  };
}

function noError(id: string): WhetstoneError {
  return new WhetstoneError("not_found", `there is no error '${id}'`, {
    field: "error",
    next: "'whetstone errors list TASK' shows the ids",
    values: { error: id },
  });
}
