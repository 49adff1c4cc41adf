import type { InsightCandidate } from "./candidate-of.js";

/** One failure of a phase, however often it happened. */
export interface FoldedCandidate extends InsightCandidate {
  readonly count: number;
}

/**
 * Meso reflection: the candidates of a phase, given in order, one for each signature with how often it came.
 * The newest text stands for all, and a fix that any of them found. The most frequent first, then by
 * signature.
 */
export function foldCandidates(candidates: readonly InsightCandidate[]): readonly FoldedCandidate[] {
  const folded = new Map<string, FoldedCandidate>();
  for (const candidate of candidates) {
    const before = folded.get(candidate.signature);
    const fixedBy = candidate.fixedBy ?? before?.fixedBy;
    const count = (before?.count ?? 0) + 1;
    folded.set(candidate.signature, { ...candidate, ...(fixedBy === undefined ? {} : { fixedBy }), count });
  }
  return [...folded.values()].sort((a, b) => b.count - a.count || (a.signature < b.signature ? -1 : 1));
}
