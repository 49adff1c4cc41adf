import type { Scored } from "../engines/retrieval/best-first.js";
import { dot, meaning } from "../engines/retrieval/meaning.js";
import { measureBackground } from "./background.js";
import type { Embedder } from "./embedder.js";
import { MemoryIndex } from "./memory-index.js";
import type { IndexedLesson } from "./project-words.js";
import type { NearestOptions, Neighbour, VectorIndex } from "./vector-index.js";

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

/**
 * One model's vectors: in memory, and in a vector store for projects that memory is not for. A model that is too slow to embed
 * everything at once is filled bit by bit; until then another one answers.
 */
export class MeaningIndex {
  readonly embedder: Embedder;
  readonly warm: MemoryIndex;
  readonly store: VectorIndex | undefined;
  readonly #mostWarm: number;
  /** Projects whose vectors are in the store alone. */
  readonly #stored = new Set<string>();
  #background: Promise<number> | undefined;

  constructor(embedder: Embedder, mostWarm: number, store?: VectorIndex) {
    this.embedder = embedder;
    this.warm = new MemoryIndex({ name: embedder.name, dimensions: embedder.dimensions });
    this.store = store;
    this.#mostWarm = mostWarm;
  }

  /** Embeds and keeps. Returns the ids of those whose end was cut off. */
  async upsert(project: string, lessons: readonly IndexedLesson[]): Promise<readonly string[]> {
    const cut: string[] = [];
    const { batchSize } = this.embedder;
    for (let from = 0; from < lessons.length; from += batchSize) {
      const batch = lessons.slice(from, from + batchSize);
      const embedded = await this.embedder.embed(batch.map(({ text }) => text));
      const rows = batch.flatMap(({ id, kind }, place) => {
        const found = embedded[place];
        if (found?.truncated === true) cut.push(id);
        return found === undefined ? [] : [{ id, kind, vector: found.vector }];
      });
      await this.warm.upsert(project, rows);
    }
    await this.#moveToStore(
      project,
      lessons.map(({ id }) => id),
    );
    return cut;
  }

  async remove(project: string, ids: readonly string[]): Promise<void> {
    await this.warm.remove(project, ids);
    await this.store?.remove(project, ids);
  }

  /** Copies the vectors of these lessons to the store; beyond what memory is for, all of the project's leave memory. */
  async #moveToStore(project: string, ids: readonly string[]): Promise<void> {
    if (this.store === undefined) return;
    const vectors = await this.warm.vectorsOf(project, ids);
    const kinds = this.warm.kindsOf(project);
    const rows = [...vectors].map(([id, vector]) => ({ id, kind: kinds.get(id) ?? "", vector }));
    await this.store.upsert(project, rows);
    if ((await this.store.count(project)) <= this.#mostWarm) return;
    this.#stored.add(project);
    await this.warm.clear(project);
  }

  async clear(project: string): Promise<void> {
    await this.warm.clear(project);
    await this.store?.clear(project);
    this.#stored.delete(project);
  }

  /** After loading: a store that has lost its rows gets them from memory, which has come to `position`, without embedding again. */
  async settle(project: string, position: number): Promise<void> {
    if (this.store === undefined) return;
    const [warm, stored] = [await this.warm.count(project), await this.store.count(project)];
    if (stored < warm) {
      await this.#moveToStore(project, this.warm.matrixOf(project).pack().ids);
      await this.store.setPosition(project, position);
    }
    if (stored > this.#mostWarm) this.#stored.add(project);
  }

  /** Those of the ids that have a vector. */
  async known(project: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const index = this.#stored.has(project) ? this.store : this.warm;
    return new Set((await index?.vectorsOf(project, ids))?.keys() ?? []);
  }

  async count(project: string): Promise<number> {
    const index = this.#stored.has(project) ? this.store : this.warm;
    return (await index?.count(project)) ?? 0;
  }

  /** By the cosine itself. Undefined when the model knows nothing of the text. */
  async nearest(project: string, text: string, options: NearestOptions): Promise<readonly Neighbour[] | undefined> {
    const vector = await this.#vectorOf(text);
    if (vector === undefined) return undefined;
    return this.#stored.has(project) && this.store !== undefined
      ? this.store.nearest(project, vector, options)
      : this.warm.nearest(project, vector, options);
  }

  /** Undefined when the model knows nothing of the text. */
  async score(project: string, text: string, query: MeaningQuery): Promise<MeaningScores | undefined> {
    const vector = await this.#vectorOf(text);
    if (vector === undefined) return undefined;
    const background = await this.background();
    return this.#stored.has(project)
      ? this.#scoreInStore(project, vector, background, query)
      : this.#scoreInMemory(project, vector, background, query);
  }

  #scoreInMemory(
    project: string,
    vector: Float32Array,
    background: number,
    { limit, kinds, groups }: MeaningQuery,
  ): MeaningScores {
    const matrix = this.warm.matrixOf(project);
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

  async #scoreInStore(
    project: string,
    vector: Float32Array,
    background: number,
    { limit, kinds, groups, also }: MeaningQuery,
  ): Promise<MeaningScores> {
    // A store cannot ask a group: it gives as many as all of them together may take.
    const most = limit * Math.max(1, groups.length);
    const found = (await this.store?.nearest(project, vector, { limit: most, kinds })) ?? [];
    const ids = [...new Set([...found.map(({ id }) => id), ...also])];
    const vectors = (await this.store?.vectorsOf(project, ids)) ?? new Map<string, Float32Array>();
    const of = (id: string) => {
      const known = vectors.get(id);
      return known === undefined ? 0 : meaning(dot(known, vector), background);
    };
    return {
      of,
      best: found.map(({ id, similarity }) => ({ id, score: meaning(similarity, background) })),
      alike: (one, other) => alike(vectors.get(one), vectors.get(other), background),
    };
  }

  /** What two unrelated texts get from this model; measured once. */
  background(): Promise<number> {
    this.#background ??= measureBackground(this.embedder);
    return this.#background;
  }

  async #vectorOf(text: string): Promise<Float32Array | undefined> {
    const [found] = await this.embedder.embed([text]);
    return found?.vector.some((value) => value !== 0) === true ? found.vector : undefined;
  }
}

function alike(one: Float32Array | undefined, other: Float32Array | undefined, background: number): number {
  return one === undefined || other === undefined ? 0 : meaning(dot(one, other), background);
}
