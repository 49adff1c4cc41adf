import { counted } from "../../../../base/text/counted.js";
import { markdownTable, markdownText } from "../../../../base/text/markdown-table.js";
import { isoTime } from "../../../../log/events/time.js";

/** A failure in this many tasks is a proposal for a person. */
export const motifTasks = 2;

/** One occurrence of a failure: what happened, where and when. */
interface Occurrence {
  readonly task: string;
  readonly run: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text?: string;
}

/** A failure that recurs in several tasks: a proposal for a person, never a lesson by itself. */
export interface Motif {
  readonly text: string;
  readonly tasks: readonly string[];
  readonly runs: number;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** The newest occurrences, newest first; `count` is of all. */
  readonly evidence: readonly Occurrence[];
}

/** The latest and earliest moment that has a date. */
const furthestMs = 8.64e15;

/**
 * A motif as a proposal for a person: what keeps failing, where it was seen, and what to do about it.
 * Every text in it is one safe line.
 */
export function motifMarkdown(motif: Motif): string {
  const { text, tasks, runs, count, evidence } = motif;
  const left = count - evidence.length;
  const sections = [
    `# Recurring failure: ${markdownText(text)}`,
    `Seen ${times(count)} in ${tasks.length} tasks and ${counted(runs, "run")}, ` +
      `from ${when(motif.firstAt)} to ${when(motif.lastAt)}.`,
    "Status: proposed.",
    "## Evidence",
    markdownTable(["when", "task", "run", "what happened"], evidence.map(occurrenceRow)),
    ...(left > 0 ? [`${counted(left, "earlier occurrence")}, not shown.`] : []),
    "## What to do",
    "Write a rule that would have prevented it, with a check and a scope, or dismiss this proposal. " +
      "Nothing is enforced by it.",
  ];
  return `${sections.join("\n\n")}\n`;
}

const occurrenceRow = ({ at, task, run, text }: Occurrence) => [when(at), task, run, text ?? ""];
const times = (count: number) => (count === 1 ? "once" : `${count} times`);

function when(at: number): string {
  return Math.abs(at) <= furthestMs ? isoTime(at) : "unknown";
}
