import type { Config } from "../../config/settings.js";
import { isoTime } from "../../events/time.js";
import { markdownTable, markdownText } from "../../text/markdown-table.js";

/** A candidate as it was kept, with where and when it came up. */
export interface KeptCandidate {
  readonly signature: string;
  readonly task: string;
  readonly run: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text?: string;
}

/** A failure that comes back in several tasks: a proposal for a person, never a lesson by itself. */
export interface Motif {
  readonly signature: string;
  /** Every task, in the order in which they first met it. */
  readonly tasks: readonly string[];
  readonly runs: number;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** The newest, newest first. */
  readonly evidence: readonly KeptCandidate[];
}

/** Enough for a person to look at; the counts say how many there are. */
const evidenceShown = 10;

/**
 * Macro reflection: the signatures that came up in at least `motifTasks` tasks, those of most tasks first.
 */
export function motifs(
  candidates: readonly KeptCandidate[],
  { motifTasks }: Pick<Config["reflection"], "motifTasks">,
): readonly Motif[] {
  return [...bySignature(candidates)]
    .map(([signature, group]) => motifOf(signature, group))
    .filter(({ tasks }) => tasks.length >= motifTasks)
    .sort(
      (a, b) => b.tasks.length - a.tasks.length || b.count - a.count || (a.signature < b.signature ? -1 : 1),
    );
}

function bySignature(candidates: readonly KeptCandidate[]): ReadonlyMap<string, readonly KeptCandidate[]> {
  const groups = new Map<string, KeptCandidate[]>();
  for (const candidate of candidates) {
    const group = groups.get(candidate.signature);
    if (group === undefined) groups.set(candidate.signature, [candidate]);
    else group.push(candidate);
  }
  return groups;
}

function motifOf(signature: string, group: readonly KeptCandidate[]): Motif {
  const inOrder = [...group].sort((a, b) => a.at - b.at);
  return {
    signature,
    tasks: [...new Set(inOrder.map(({ task }) => task))],
    runs: new Set(inOrder.map(({ run }) => run)).size,
    count: inOrder.length,
    firstAt: inOrder[0]?.at ?? 0,
    lastAt: inOrder.at(-1)?.at ?? 0,
    evidence: inOrder.reverse().slice(0, evidenceShown),
  };
}

/** The latest and earliest moment that has a date. */
const furthestMs = 8.64e15;

/**
 * A motif as a proposal for a person: what keeps failing, where it was seen, and what can be made of it.
 * Every text in it is one safe line.
 */
export function motifMarkdown(motif: Motif): string {
  const { signature, tasks, runs, count, evidence } = motif;
  const [tool = "", type = "", ...line] = signature.split("::");
  const left = count - evidence.length;
  const sections = [
    `# Recurring failure: ${markdownText(line.join("::") || tool)}`,
    `Seen ${times(count)} in ${tasks.length} tasks and ${counted(runs, "run")}, ` +
      `from ${when(motif.firstAt)} to ${when(motif.lastAt)}.`,
    `- Tool: ${markdownText(tool)}\n- Type of error: ${markdownText(type)}\n- Status: proposed`,
    "## Evidence",
    markdownTable(["when", "task", "run", "what happened"], evidence.map(row)),
    ...(left > 0 ? [`${counted(left, "earlier occurrence")}, not shown.`] : []),
    "## What to do",
    "Write a directive that would have prevented it, with a check and a scope, or dismiss this proposal. " +
      "Nothing is enforced by it.",
  ];
  return `${sections.join("\n\n")}\n`;
}

const row = ({ at, task, run, text }: KeptCandidate) => [when(at), task, run, text ?? ""];
const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
const times = (count: number) => (count === 1 ? "once" : `${count} times`);

function when(at: number): string {
  return Math.abs(at) <= furthestMs ? isoTime(at) : "unknown";
}
