import type { Scored } from "../engines/retrieval/best-first.js";
import { dot, meaning } from "../engines/retrieval/cosine.js";
import type { VectorMatrix } from "../engines/retrieval/vector-matrix.js";
import type { VectorIndex } from "./vector-index.js";

/** The meanings that a query was compared with. */
export interface MeaningScores {
  /** 0 to 1; 0 for a lesson without a vector. */
  of(id: string): number;
  best: readonly Scored[];
  alike(one: string, other: string): number;
}

export interface MeaningQuery {
  readonly limit: number;
  readonly kinds?: readonly string[] | undefined;
  /** The best of each; of all, if there are none. */
  readonly groups: readonly ((id: string) => boolean)[];
  /** They are compared wherever they stand. */
  readonly also: readonly string[];
}

/** Compares a query with every lesson in memory. */
export function scoreInMemory(
  matrix: VectorMatrix,
  vector: Float32Array,
  background: number,
  { limit, kinds, groups }: MeaningQuery,
): MeaningScores {
  const cosines = matrix.cosines(vector);
  const best = (groups.length === 0 ? [() => true] : groups).flatMap((group) =>
    cosines.best(limit, (id, kind) => (kinds === undefined || kinds.includes(kind)) && group(id)),
  );
  return {
    of: (id) => meaning(cosines.of(id) ?? 0, background),
    best: best.map(({ id, score }) => ({ id, score: meaning(score, background) })),
    alike: (one, other) => alike(matrix.vectorOf(one), matrix.vectorOf(other), background),
  };
}

/**
 * Compares it in a store, which gives the nearest, but cannot ask a group: as many as all of them together
 * may take.
 */
export async function scoreInStore(
  index: VectorIndex,
  project: string,
  vector: Float32Array,
  background: number,
  { limit, kinds, groups, also }: MeaningQuery,
): Promise<MeaningScores> {
  const found = await index.nearest(project, vector, { limit: limit * Math.max(1, groups.length), kinds });
  const vectors = await index.vectorsOf(project, [...new Set([...found.map(({ id }) => id), ...also])]);
  return {
    of: (id) => {
      const known = vectors.get(id);
      return known === undefined ? 0 : meaning(dot(known, vector), background);
    },
    best: found.map(({ id, similarity }) => ({ id, score: meaning(similarity, background) })),
    alike: (one, other) => alike(vectors.get(one), vectors.get(other), background),
  };
}

function alike(one: Float32Array | undefined, other: Float32Array | undefined, background: number): number {
  return one === undefined || other === undefined ? 0 : meaning(dot(one, other), background);
}
