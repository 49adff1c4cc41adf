/**
 * The candidate that `word` is a plausible typo of, if any. Equal distances go to the first in code-unit
 * order.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const near = candidates
    .filter((candidate) => Math.abs(candidate.length - word.length) <= plausibleEdits(word, candidate))
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= plausibleEdits(word, candidate))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return near[0]?.candidate;
}

/**
 * The candidate that a name is a typo of, or else the one that shares most of its words: `duration` means
 * `durationMs`, `adapters` means `adaptersUsed`. Words are what capitals, dashes and underscores divide; one
 * that begins like another of at least four letters counts as the same.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const typo = nearest(name, candidates);
  if (typo !== undefined) return typo;
  const wanted = nameParts(name);
  const sharing = candidates
    .map((candidate) => ({ candidate, shared: sharedWords(wanted, nameParts(candidate)) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || (a.candidate < b.candidate ? -1 : 1));
  return sharing[0]?.candidate;
}

/** The few candidates that are most like a name that no candidate is plainly meant by, by whole or by word. */
export function nearestNames(name: string, candidates: readonly string[], most: number): readonly string[] {
  const wanted = name.toLowerCase();
  return candidates
    .map((candidate) => {
      const distances = [candidate, ...nameParts(candidate)].map((part) => editDistance(wanted, part));
      return { candidate, distance: Math.min(...distances) };
    })
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

function nameParts(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The share of all words that both have, so that of two candidates the one with less besides wins. */
function sharedWords(some: readonly string[], others: readonly string[]): number {
  const shared = some.filter((word) => others.some((other) => beginsAlike(word, other)));
  return shared.length / Math.max(some.length, others.length, 1);
}

const shortestBeginning = 4;

function beginsAlike(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  return shorter === longer || (shorter.length >= shortestBeginning && longer.startsWith(shorter));
}

/**
 * One edit in four characters still reads as the same word; in one or two characters, any edit is another
 * word.
 */
function plausibleEdits(word: string, candidate: string): number {
  const length = Math.max(word.length, candidate.length);
  return length < 3 ? 0 : Math.max(1, Math.floor(length / 4));
}

/** Damerau–Levenshtein (optimal string alignment): insert, delete, replace, or swap two neighbours. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const best = Math.min(replaced, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        row > 1 && column > 1 && swapped ? Math.min(best, (beforeLast[column - 2] ?? 0) + 1) : best,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
