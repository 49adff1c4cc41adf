import { type Config, defaults } from "../../config/settings.js";
import { epochMs, isoTime } from "../../events/time.js";
import { oneLine } from "../../text/one-line.js";
import type { ErrorType } from "./error-type.js";

/** One error that a task met, in the swarm's words. */
export interface ErrorEntry {
  readonly id: string;
  readonly bead_id: string;
  readonly error_type: ErrorType;
  readonly message: string;
  readonly stack_trace?: string;
  readonly tool_name?: string;
  readonly context?: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly resolved: boolean;
}

/**
 * Of each type the newest so many are written out; the heading counts them all. A loop may fail a thousand
 * times alike.
 */
const shownPerType = 10;

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
  { lineMaxChars }: Pick<Config["plan"], "lineMaxChars"> = defaults.plan,
  counts: Readonly<Partial<Record<ErrorType, number>>> = {},
): string {
  if (entries.length === 0) return "";
  const groups = [...byType(entries)].map(([type, group]) =>
    formatGroup(type, group, Math.max(group.length, counts[type] ?? 0), lineMaxChars),
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

function formatGroup(type: ErrorType, group: readonly ErrorEntry[], total: number, maxChars: number): string {
  const count = `${total} ${total === 1 ? "error" : "errors"}`;
  const left = total - Math.min(group.length, shownPerType);
  return [
    `### ${oneLine(type, maxChars)} (${count})`,
    ...(left > 0 ? [`- ${left} earlier ${left === 1 ? "one" : "ones"}, not shown`] : []),
    ...group.slice(-shownPerType).map((entry) => formatEntry(entry, maxChars)),
  ].join("\n\n");
}

function formatEntry({ message, context, tool_name, timestamp }: ErrorEntry, maxChars: number): string {
  const named = (label: string, text: string | undefined) => {
    const line = oneLine(text ?? "", maxChars);
    return line === "" ? [] : [`  - ${label}: ${line}`];
  };
  return [
    `- **${oneLine(message, maxChars) || "(no message)"}**`,
    ...named("Context", context),
    ...named("Tool", tool_name),
    `  - Time: ${utc(timestamp)}`,
  ].join("\n");
}

function utc(timestamp: string): string {
  const ms = epochMs(timestamp);
  return Number.isFinite(ms) ? isoTime(ms) : "unknown";
}
