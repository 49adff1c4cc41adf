import type { Embedder } from "./embedder.js";
import type { Scored } from "./order/best-first.js";
import { backgroundOf, dot, meaningScore } from "./order/cosine.js";
import { type Grouping, groupPerFamily } from "./order/families.js";
import type { VectorMatrix } from "./order/vector-matrix.js";
import type { VectorIndex } from "./vector-index.js";

/** How similar in meaning the lessons of a project are to a query. */
export interface MeaningScores {
  /** From 0 to 1; 0 for a lesson without a vector. */
  of(id: string): number;
  best: readonly Scored[];
  alike(one: string, other: string): number;
}

export interface MeaningQuery {
  readonly limit: number;
  readonly kinds?: readonly string[] | undefined;
  /** If left out, those of each kind are a group. */
  readonly grouping?: Grouping | undefined;
  /** Lessons that are scored even when they are not among the best. */
  readonly also: readonly string[];
}

/** Scores every lesson of a project in memory. */
export function scoreInMemory(
  matrix: VectorMatrix,
  vector: Float32Array,
  background: number,
  { limit, kinds, grouping = groupPerFamily(kinds, matrix.familyOf) }: MeaningQuery,
): MeaningScores {
  const cosines = matrix.cosines(vector);
  return {
    of: (id) => meaningScore(cosines.of(id) ?? 0, background),
    best: cosines
      .best(limit, grouping)
      .map(({ id, score }) => ({ id, score: meaningScore(score, background) })),
    alike: (one, other) => similarity(matrix.vectorOf(one), matrix.vectorOf(other), background),
  };
}

/**
 * Scores the nearest lessons of a store. A store cannot search within a group, so it is asked for as many
 * lessons as all groups together may take.
 */
export async function scoreInStore(
  index: VectorIndex,
  project: string,
  vector: Float32Array,
  background: number,
  { limit, kinds, grouping, also }: MeaningQuery,
): Promise<MeaningScores> {
  const groups = grouping?.count ?? Math.max(1, kinds?.length ?? 1);
  const found = await index.nearest(project, vector, { limit: limit * groups, kinds });
  const vectors = await index.vectorsOf(project, [...new Set([...found.map(({ id }) => id), ...also])]);
  return {
    of: (id) => {
      const known = vectors.get(id);
      return known === undefined ? 0 : meaningScore(dot(known, vector), background);
    },
    best: found.map(({ id, similarity }) => ({ id, score: meaningScore(similarity, background) })),
    alike: (one, other) => similarity(vectors.get(one), vectors.get(other), background),
  };
}

function similarity(
  one: Float32Array | undefined,
  other: Float32Array | undefined,
  background: number,
): number {
  return one === undefined || other === undefined ? 0 : meaningScore(dot(one, other), background);
}

/** Sixteen unrelated sentences in the style of lessons and tasks. */
const unrelatedTexts = [
  "Close every file handle in a finally block",
  "Render the sales chart with the brand's colours",
  "Add an index on the email column before the migration",
  "Translate the settings page into Portuguese",
  "The retry loop must stop after three attempts",
  "def parse_date(value): return datetime.fromisoformat(value)",
  "Compress images before they are uploaded",
  "Ask a person before anything is deleted in production",
  "Pin the version of the compiler in the container",
  "Escape user input before it reaches the template",
  "The scheduler skips holidays in the second quarter",
  "Measure memory while a thousand sockets are open",
  "Name test files after the module that they test",
  "Round prices to two decimals, half to even",
  "const total = items.reduce((sum, item) => sum + item.price, 0)",
  "Keep the keyboard focus inside the open dialog",
];

/** The similarity that this model gives two unrelated texts. */
export async function measureBackground(embedder: Embedder): Promise<number> {
  return backgroundOf((await embedder.embed(unrelatedTexts)).map(({ vector }) => vector));
}
