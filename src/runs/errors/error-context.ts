import { oneLine } from "../../base/text/one-line.js";
import { epochMs, isoTime } from "../../log/events/time.js";
import type { ErrorType } from "./error-type.js";

/** One error of a task, as the verb `errors` lists it: the field names are the swarm's. */
export interface ErrorEntry {
  readonly id: string;
  readonly bead_id: string;
  readonly error_type: ErrorType;
  readonly message: string;
  readonly stack_trace?: string | undefined;
  readonly tool_name?: string | undefined;
  readonly context?: string | undefined;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly resolved: boolean;
}

/** Only the newest of each type are written out: a loop may fail a thousand times in the same way. */
const shownPerType = 10;

/** A longer line of a prompt is cut: enough for two sentences. */
export const lineMaxChars = 300;

const questions = [
  "**Action Required**: Address these errors before proceeding. Consider:",
  "",
  "- What caused each error?",
  "- How can you prevent similar errors?",
  "- Are there patterns across error types?",
];

/**
 * The block for a retry prompt: what went wrong before, by type in the order in which the types first appear.
 * `counts` says how many there are of each type, where the caller does not hold them all. Every text is one
 * safe line, every time is UTC. No entries give no text. Which entries belong in it is the caller's choice.
 */
export function formatErrorContext(
  entries: readonly ErrorEntry[],
  counts: Readonly<Partial<Record<ErrorType, number>>> = {},
): string {
  if (entries.length === 0) return "";
  const groups = [...byType(entries)].map(([type, group]) =>
    formatGroup(type, group, Math.max(group.length, counts[type] ?? 0)),
  );
  const head = ["## Previous Errors", "", "The following errors were encountered during execution:", ""];
  return [...head, ...groups.flatMap((group) => [group, ""]), ...questions].join("\n");
}

function byType(entries: readonly ErrorEntry[]): ReadonlyMap<ErrorType, readonly ErrorEntry[]> {
  const groups = new Map<ErrorType, ErrorEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.error_type);
    if (group === undefined) groups.set(entry.error_type, [entry]);
    else group.push(entry);
  }
  return groups;
}

function formatGroup(type: ErrorType, group: readonly ErrorEntry[], total: number): string {
  const count = `${total} ${total === 1 ? "error" : "errors"}`;
  const left = total - Math.min(group.length, shownPerType);
  return [
    `### ${oneLine(type, lineMaxChars)} (${count})`,
    ...(left > 0 ? [`- ${left} earlier ${left === 1 ? "one" : "ones"}, not shown`] : []),
    ...group.slice(-shownPerType).map((entry) => formatEntry(entry)),
  ].join("\n\n");
}

function formatEntry({ message, context, tool_name, timestamp }: ErrorEntry): string {
  const named = (label: string, text: string | undefined) => {
    const line = oneLine(text ?? "", lineMaxChars);
    return line === "" ? [] : [`  - ${label}: ${line}`];
  };
  return [
    `- **${oneLine(message, lineMaxChars) || "(no message)"}**`,
    ...named("Context", context),
    ...named("Tool", tool_name),
    `  - Time: ${utc(timestamp)}`,
  ].join("\n");
}

function utc(timestamp: string): string {
  const ms = epochMs(timestamp);
  return Number.isFinite(ms) ? isoTime(ms) : "unknown";
}

export interface ErrorStats {
  /** Every error that happened: the error count of an outcome. */
  readonly total: number;
  readonly unresolved: number;
  /** Types that did not happen are absent. */
  readonly by_type: Readonly<Partial<Record<ErrorType, number>>>;
}

/** Resolving an error changes `unresolved` and nothing else. */
export function errorStats(entries: readonly ErrorEntry[]): ErrorStats {
  const by_type: Partial<Record<ErrorType, number>> = {};
  for (const { error_type } of entries) by_type[error_type] = (by_type[error_type] ?? 0) + 1;
  return { total: entries.length, unresolved: entries.filter((entry) => !entry.resolved).length, by_type };
}
