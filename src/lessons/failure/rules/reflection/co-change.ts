/** Two files that keep changing together. */
export interface CoChange {
  readonly file: string;
  readonly other: string;
  /** Runs that changed both, and runs that changed the first. */
  readonly together: number;
  readonly changed: number;
}

/** Fewer times are chance; a lower share is two files that are sometimes about the same thing. */
const leastTogether = 3;
const leastShare = 0.8;
/** A run that changes more files says nothing of any two of them. */
const mostFiles = 20;

/** The pairs in the files of runs, each once, the most frequent first. */
export function coChangesIn(runs: readonly (readonly string[])[]): readonly CoChange[] {
  const changed = new Map<string, number>();
  const together = new Map<string, CoChange>();
  for (const touched of runs) {
    const files = [...new Set(touched)].sort();
    if (files.length > mostFiles) continue;
    for (const [index, file] of files.entries()) {
      changed.set(file, (changed.get(file) ?? 0) + 1);
      for (const other of files.slice(index + 1)) {
        const key = `${file}\n${other}`;
        const before = together.get(key)?.together ?? 0;
        together.set(key, { file, other, together: before + 1, changed: 0 });
      }
    }
  }
  const times = (file: string) => changed.get(file) ?? 0;
  return [...together.values()]
    .map((pair) => (times(pair.file) <= times(pair.other) ? pair : turned(pair)))
    .map((pair) => ({ ...pair, changed: times(pair.file) }))
    .filter((pair) => pair.together >= leastTogether && pair.together / pair.changed >= leastShare)
    .sort((a, b) => b.together - a.together || a.changed - b.changed || (a.file < b.file ? -1 : 1));
}

/** The file that changes less often is the one that brings the other with it. */
function turned({ file, other, ...counts }: CoChange): CoChange {
  return { file: other, other: file, ...counts };
}

/**
 * The lesson of a pair for an agent that edits the first file. The text has no counts, so that it stays one
 * lesson.
 */
export function coChangeDirective({ file, other }: Pick<CoChange, "file" | "other">) {
  return {
    text: `A change of ${file} mostly comes with a change of ${other}`,
    category: "co-change",
    requiredActions: [`look whether ${other} has to change too`],
    verificationChecks: [`${other} was looked at`],
    appliesToTools: ["Edit", "Write"],
    triggers: [],
  };
}
