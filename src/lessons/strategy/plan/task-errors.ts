import * as z from "zod/mini";
import { type ErrorEntry, formatErrorContext, lineMaxChars } from "../../../runs/errors/error-context.js";
import { errorTypes } from "../../../runs/errors/error-type.js";
import { errors, type RecentError, type TaskErrorsRow } from "../../../runs/fold/errors.js";
import type { Context } from "../../../verbs/call/context.js";
import { field } from "../../../verbs/call/field.js";
import { nameOrQuote, quoteAsData } from "../../unconfirmed/quote-as-data.js";
import { isPlainReporter } from "../../unconfirmed/witness.js";

/** One error of a task. The field names are the swarm's. */
export const errorEntryOutput = z.strictObject({
  id: field("The error's id.", z.string()),
  bead_id: field("The task's id.", z.string()),
  error_type: z.enum(errorTypes),
  message: z.string(),
  stack_trace: z.optional(z.string()),
  tool_name: field("The tool that failed.", z.optional(z.string())),
  context: field("What was being done when it happened.", z.optional(z.string())),
  timestamp: field("When it happened, as ISO 8601.", z.string()),
  resolved: z.boolean(),
});

export const errorStatsOutput = z.strictObject({
  total: field("Every error that happened.", z.int()),
  unresolved: field("How many of them are not resolved.", z.int()),
  by_type: field(
    "How many there were of each type; types that did not happen are absent.",
    z.partialRecord(z.enum(errorTypes), z.int()),
  ),
});

/** What is known of the errors of a task; undefined where there were none. */
export function errorsOf({ ledger }: Context, task: string): Promise<TaskErrorsRow | undefined> {
  return ledger.read((reader) => reader.row(errors, task));
}

/** The block for a retry prompt; empty when there is nothing to show. */
export function errorBlock(row: TaskErrorsRow | undefined, includeResolved = false): string {
  if (row === undefined) return "";
  const chosen = row.recent.filter((each) => includeResolved || !each.resolved);
  return formatErrorContext(
    chosen.map((each) => shownEntry(each, errorEntry(row.task, each))),
    includeResolved ? row.byType : row.openByType,
  );
}

/** Between quotation marks a line of the block has this much room. */
const quotedChars = lineMaxChars - 2;

/** What an agent or a tool printed is data in a prompt. */
function shownEntry({ origin }: RecentError, whole: ErrorEntry): ErrorEntry {
  return isPlainReporter(origin) ? whole : quotedEntry(whole);
}

/** An error as an agent may read it. */
export function quotedEntry<Entry extends ErrorEntry>(whole: Entry): Entry {
  const { message, context, stack_trace, tool_name } = whole;
  return {
    ...whole,
    message: quoteAsData(message, quotedChars),
    ...(stack_trace === undefined ? {} : { stack_trace: quoteAsData(stack_trace, quotedChars) }),
    ...(context === undefined ? {} : { context: quoteAsData(context, quotedChars) }),
    ...(tool_name === undefined ? {} : { tool_name: nameOrQuote(tool_name) }),
  };
}

export function statsOf(row: TaskErrorsRow | undefined): z.output<typeof errorStatsOutput> {
  return { total: row?.total ?? 0, unresolved: row?.unresolved ?? 0, by_type: { ...row?.byType } };
}

export function errorEntry(
  task: string,
  { id, at, type, message, tool, context, resolved }: RecentError,
): ErrorEntry {
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
