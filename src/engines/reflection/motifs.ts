import type { Config } from "../../config/settings.js";

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
