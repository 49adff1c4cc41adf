import { measureBackground } from "./background.js";
import type { Embedder, Embedding } from "./embedder.js";
import { FollowedStore } from "./followed-store.js";
import { type MeaningQuery, type MeaningScores, scoreInMemory, scoreInStore } from "./meaning-scores.js";
import { MemoryIndex } from "./memory-index.js";
import type { IndexedLesson } from "./project-words.js";
import type { SearchNotes } from "./search-notes.js";
import type { IndexHealth, NearestOptions, Neighbour, VectorIndex, VectorRow } from "./vector-index.js";

export interface EmbedderAndStore {
  readonly embedder: Embedder;
  /** Where vectors are kept besides memory. */
  readonly store?: VectorIndex | undefined;
  /** Opens such a place when a project has more lessons than memory is for; undefined when it cannot. */
  readonly storeBeyond?: (() => Promise<VectorIndex | undefined>) | undefined;
}

/** Words that every model knows, for finding out whether it works. */
const probeText = "close every file handle before the process ends";

/**
 * One model's vectors: in memory, and in a vector store for projects that memory is not for. A model that is
 * too slow to embed everything at once is filled bit by bit; until then another one answers.
 */
export class MeaningIndex {
  readonly embedder: Embedder;
  readonly warm: MemoryIndex;
  #store: FollowedStore | undefined;
  #storeBeyond: EmbedderAndStore["storeBeyond"];
  readonly #mostWarm: number;
  readonly #notes: SearchNotes;
  /** Projects whose vectors are in the store alone. */
  readonly #stored = new Set<string>();
  #background: number | undefined;

  constructor({ embedder, store, storeBeyond }: EmbedderAndStore, mostWarm: number, notes: SearchNotes) {
    this.embedder = embedder;
    this.warm = new MemoryIndex({ name: embedder.name, dimensions: embedder.dimensions });
    this.#store = store && new FollowedStore(store, notes);
    this.#storeBeyond = storeBeyond;
    this.#mostWarm = mostWarm;
    this.#notes = notes;
  }

  /** Where vectors are kept besides memory, as long as it works. */
  get store(): VectorIndex | undefined {
    return this.#store?.index;
  }

  /**
   * Embeds and keeps. Returns the ids of those whose end was cut off. What the model fails on has no vector,
   * and words find it.
   */
  async upsert(project: string, lessons: readonly IndexedLesson[]): Promise<readonly string[]> {
    const cut: string[] = [];
    const { batchSize } = this.embedder;
    for (let from = 0; from < lessons.length; from += batchSize) {
      const batch = lessons.slice(from, from + batchSize);
      const embedded = await this.#embed(batch.map(({ text }) => text));
      const rows = batch.flatMap(({ id, kind }, place) => {
        const found = embedded[place];
        if (found?.truncated === true) cut.push(id);
        return found === undefined ? [] : [{ id, kind, vector: found.vector }];
      });
      if (rows.length < batch.length) await this.remove(project, idsOf(batch));
      await this.warm.upsert(project, rows);
    }
    const isNew = await this.#openStoreBeyond(await this.warm.count(project));
    await this.#moveToStore(project, isNew ? [...(await this.warm.ids(project))] : idsOf(lessons));
    return cut;
  }

  async remove(project: string, ids: readonly string[]): Promise<void> {
    await this.warm.remove(project, ids);
    await this.#store?.remove(project, ids);
  }

  /** How far the store is, when there is one. */
  async position(project: string): Promise<number | undefined> {
    return this.#store?.position(project);
  }

  /** The store has everything up to this event, if none of its writes failed. */
  async advance(project: string, position: number): Promise<void> {
    await this.#store?.advance(project, position);
  }

  async promote(): Promise<void> {
    await this.#store?.promote();
  }

  async clear(project: string): Promise<void> {
    await this.warm.clear(project);
    await this.#store?.clear(project);
    this.#stored.delete(project);
  }

  /** After loading: whether the project, which has so many lessons, is in the store alone. */
  async adopt(project: string, lessons: number): Promise<void> {
    await this.#openStoreBeyond(lessons);
    const stored = (await this.#store?.read((index) => index.count(project))) ?? 0;
    const isEmpty = (await this.warm.count(project)) === 0;
    if (stored > this.#mostWarm || (isEmpty && lessons > 0 && stored >= lessons)) this.#stored.add(project);
  }

  /**
   * A store that lost its rows, or is new, gets those in memory, which has come to `position`, without
   * embedding again.
   */
  async refillStore(project: string, position: number): Promise<void> {
    if (this.#isStored(project)) return;
    await this.#store?.refill(
      project,
      this.#warmRows(project, this.warm.matrixOf(project).pack().ids),
      position,
    );
  }

  /** The ids of all lessons that have a vector. */
  async known(project: string): Promise<ReadonlySet<string>> {
    if (!this.#isStored(project)) return this.warm.ids(project);
    return (await this.#store?.read((index) => index.ids(project))) ?? new Set();
  }

  async count(project: string): Promise<number> {
    if (!this.#isStored(project)) return this.warm.count(project);
    return (await this.#store?.read((index) => index.count(project))) ?? 0;
  }

  /** Whether the model embeds a text, and its vector is found again where it is written. */
  async health(): Promise<IndexHealth> {
    const index = this.store ?? this.warm;
    const vector = await this.#vectorOf(probeText);
    if (vector !== undefined) return index.health(vector);
    return {
      healthy: false,
      count: 0,
      sizeBytes: 0,
      problem: `the model ${this.embedder.name} embeds nothing`,
    };
  }

  /** Lets go of the model and the store. */
  async close(): Promise<void> {
    await this.#store?.close();
    await this.embedder.close();
  }

  /**
   * By the cosine itself. Undefined when the model knows nothing of the text, or meanings cannot be compared
   * just now.
   */
  async nearest(
    project: string,
    text: string,
    options: NearestOptions,
  ): Promise<readonly Neighbour[] | undefined> {
    const vector = await this.#vectorOf(text);
    if (vector === undefined) return undefined;
    return this.#isStored(project)
      ? this.#store?.read((index) => index.nearest(project, vector, options))
      : this.warm.nearest(project, vector, options);
  }

  /** Undefined when the model knows nothing of the text, or meanings cannot be compared just now. */
  async score(project: string, text: string, query: MeaningQuery): Promise<MeaningScores | undefined> {
    const vector = await this.#vectorOf(text);
    if (vector === undefined) return undefined;
    const background = await this.#notes.unless("model", () => this.background(), undefined);
    if (background === undefined) return undefined;
    return this.#isStored(project)
      ? this.#store?.read((index) => scoreInStore(index, project, vector, background, query))
      : scoreInMemory(this.warm.matrixOf(project), vector, background, query);
  }

  /** What two unrelated texts get from this model; measured once. */
  async background(): Promise<number> {
    this.#background ??= await measureBackground(this.embedder);
    return this.#background;
  }

  /** Once, when it is first needed: most projects never are so large. */
  async #openStoreBeyond(lessons: number): Promise<boolean> {
    const open = this.#storeBeyond;
    if (open === undefined || lessons <= this.#mostWarm) return false;
    this.#storeBeyond = undefined;
    const index = await open();
    this.#store = index && new FollowedStore(index, this.#notes);
    return index !== undefined;
  }

  /** Once the store was left behind, what was in it alone is missing. */
  #isStored(project: string): boolean {
    return this.#stored.has(project) && this.store !== undefined;
  }

  /**
   * Copies the vectors of these lessons to the store; beyond what memory is for, all of the project's leave
   * memory.
   */
  async #moveToStore(project: string, ids: readonly string[]): Promise<void> {
    const store = this.#store;
    if (store?.index === undefined) return;
    await store.upsert(project, this.#warmRows(project, ids));
    const stored = await store.read((index) => index.count(project));
    if (stored === undefined || (stored <= this.#mostWarm && !this.#stored.has(project))) return;
    this.#stored.add(project);
    await this.warm.clear(project);
  }

  #warmRows(project: string, ids: readonly string[]): readonly VectorRow[] {
    const matrix = this.warm.matrixOf(project);
    return ids.flatMap((id) => {
      const vector = matrix.vectorOf(id);
      return vector === undefined ? [] : [{ id, kind: matrix.kindOf(id) ?? "", vector: vector.slice() }];
    });
  }

  async #embed(texts: readonly string[]): Promise<readonly Embedding[]> {
    return this.#notes.unless("model", () => this.embedder.embed(texts), []);
  }

  async #vectorOf(text: string): Promise<Float32Array | undefined> {
    const [found] = await this.#embed([text]);
    return found?.vector.some((value) => value !== 0) === true ? found.vector : undefined;
  }
}

function idsOf(list: readonly { readonly id: string }[]): readonly string[] {
  return list.map(({ id }) => id);
}
