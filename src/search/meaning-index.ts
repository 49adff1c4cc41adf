import type { Embedder, Embedding } from "./embedder.js";
import {
  type MeaningQuery,
  type MeaningScores,
  measureBackground,
  scoreInMemory,
  scoreInStore,
} from "./meaning-scores.js";
import { MemoryIndex } from "./memory-index.js";
import type { IndexedLesson } from "./project-words.js";
import { ResilientStore } from "./resilient-store.js";
import type { SearchNotes } from "./search-notes.js";
import type { IndexHealth, NearestOptions, Neighbour, VectorIndex, VectorRow } from "./vector-index.js";

export interface EmbedderAndStore {
  readonly embedder: Embedder;
  /** Where vectors are kept besides memory. */
  readonly store?: VectorIndex | undefined;
  /** Opens a store when a project outgrows memory; undefined when that fails. */
  readonly openStoreWhenLarge?: (() => Promise<VectorIndex | undefined>) | undefined;
}

/** Words that every model knows, to check that it works. */
const probeText = "close every file handle before the process ends";

/**
 * The vectors of one model: in memory, and in a vector store for projects that are too large for memory.
 */
export class MeaningIndex {
  readonly embedder: Embedder;
  readonly memory: MemoryIndex;
  #store: ResilientStore | undefined;
  #openStoreWhenLarge: EmbedderAndStore["openStoreWhenLarge"];
  readonly #memoryLimit: number;
  readonly #notes: SearchNotes;
  /** Projects whose vectors are only in the store. */
  readonly #storeOnly = new Set<string>();
  #background: number | undefined;

  constructor(
    { embedder, store, openStoreWhenLarge }: EmbedderAndStore,
    memoryLimit: number,
    notes: SearchNotes,
  ) {
    this.embedder = embedder;
    this.memory = new MemoryIndex({ name: embedder.name, dimensions: embedder.dimensions });
    this.#store = store && new ResilientStore(store, notes);
    this.#openStoreWhenLarge = openStoreWhenLarge;
    this.#memoryLimit = memoryLimit;
    this.#notes = notes;
  }

  /** Undefined without a store, or when it was abandoned. */
  get store(): VectorIndex | undefined {
    return this.#store?.index;
  }

  /**
   * Embeds and stores lessons. Returns the ids of truncated ones. A lesson that the model fails on has no
   * vector and is found by words alone.
   */
  async upsert(project: string, lessons: readonly IndexedLesson[]): Promise<readonly string[]> {
    const truncated: string[] = [];
    const { batchSize } = this.embedder;
    for (let from = 0; from < lessons.length; from += batchSize) {
      const batch = lessons.slice(from, from + batchSize);
      const embedded = await this.#embed(batch.map(({ text }) => text));
      const rows = batch.flatMap(({ id, kind }, place) => {
        const found = embedded[place];
        if (found?.truncated === true) truncated.push(id);
        return found === undefined ? [] : [{ id, kind, vector: found.vector }];
      });
      if (rows.length < batch.length)
        await this.remove(
          project,
          batch.map(({ id }) => id),
        );
      await this.memory.upsert(project, rows);
    }
    const isNew = await this.#openStoreIfLarge(await this.memory.count(project));
    await this.#moveToStore(
      project,
      isNew ? [...(await this.memory.ids(project))] : lessons.map(({ id }) => id),
    );
    return truncated;
  }

  async remove(project: string, ids: readonly string[]): Promise<void> {
    await this.memory.remove(project, ids);
    await this.#store?.remove(project, ids);
  }

  /** The position of the store, if there is one. */
  async position(project: string): Promise<number | undefined> {
    return this.#store?.position(project);
  }

  /** Sets the position of the store, unless one of its writes failed. */
  async advance(project: string, position: number): Promise<void> {
    await this.#store?.advance(project, position);
  }

  async promote(): Promise<void> {
    await this.#store?.promote();
  }

  async clear(project: string): Promise<void> {
    await this.memory.clear(project);
    await this.#store?.clear(project);
    this.#storeOnly.delete(project);
  }

  /** Call it after loading: finds out whether the vectors of the project are only in the store. */
  async detectStoreOnly(project: string, lessons: number): Promise<void> {
    await this.#openStoreIfLarge(lessons);
    const stored = (await this.#store?.read((index) => index.count(project))) ?? 0;
    const isEmpty = (await this.memory.count(project)) === 0;
    if (stored > this.#memoryLimit || (isEmpty && lessons > 0 && stored >= lessons))
      this.#storeOnly.add(project);
  }

  /**
   * Fills a store that is new or lost its rows from memory, without embedding again. `position` is that of
   * the rows in memory.
   */
  async refillStore(project: string, position: number): Promise<void> {
    if (this.#isStoreOnly(project)) return;
    await this.#store?.refill(
      project,
      this.#memoryRows(project, this.memory.matrixOf(project).pack().ids),
      position,
    );
  }

  /** All lessons with a vector. */
  async embeddedIds(project: string): Promise<ReadonlySet<string>> {
    if (!this.#isStoreOnly(project)) return this.memory.ids(project);
    return (await this.#store?.read((index) => index.ids(project))) ?? new Set();
  }

  async count(project: string): Promise<number> {
    if (!this.#isStoreOnly(project)) return this.memory.count(project);
    return (await this.#store?.read((index) => index.count(project))) ?? 0;
  }

  /** Checks that the model embeds a text and that its vector is found after writing it. */
  async health(): Promise<IndexHealth> {
    const index = this.store ?? this.memory;
    const vector = await this.#vectorOf(probeText);
    if (vector !== undefined) return index.health(vector);
    return {
      healthy: false,
      count: 0,
      sizeBytes: 0,
      problem: `the model ${this.embedder.name} returned no vector for a plain sentence`,
    };
  }

  async close(): Promise<void> {
    await this.#store?.close();
    await this.embedder.close();
  }

  /**
   * Compares by cosine. Undefined when the model does not know any word of the text, or cannot be used now.
   */
  async nearest(
    project: string,
    text: string,
    options: NearestOptions,
  ): Promise<readonly Neighbour[] | undefined> {
    const vector = await this.#vectorOf(text);
    if (vector === undefined) return undefined;
    return this.#isStoreOnly(project)
      ? this.#store?.read((index) => index.nearest(project, vector, options))
      : this.memory.nearest(project, vector, options);
  }

  /** Undefined when the model does not know any word of the text, or cannot be used now. */
  async score(project: string, text: string, query: MeaningQuery): Promise<MeaningScores | undefined> {
    const vector = await this.#vectorOf(text);
    if (vector === undefined) return undefined;
    const background = await this.#notes.tryOrNote("model", () => this.background(), undefined);
    if (background === undefined) return undefined;
    return this.#isStoreOnly(project)
      ? this.#store?.read((index) => scoreInStore(index, project, vector, background, query))
      : scoreInMemory(this.memory.matrixOf(project), vector, background, query);
  }

  /** The similarity of two unrelated texts by this model, measured once. */
  async background(): Promise<number> {
    this.#background ??= this.embedder.background ?? (await measureBackground(this.embedder));
    return this.#background;
  }

  /** Opens the store once, when it is first needed: most projects never outgrow memory. */
  async #openStoreIfLarge(lessons: number): Promise<boolean> {
    const open = this.#openStoreWhenLarge;
    if (open === undefined || lessons <= this.#memoryLimit) return false;
    this.#openStoreWhenLarge = undefined;
    const index = await open();
    this.#store = index && new ResilientStore(index, this.#notes);
    return index !== undefined;
  }

  /** False once the store was abandoned: vectors that were only there are missing then. */
  #isStoreOnly(project: string): boolean {
    return this.#storeOnly.has(project) && this.store !== undefined;
  }

  /**
   * Copies the vectors of these lessons to the store. When the project exceeds the memory limit, all of its
   * vectors leave memory.
   */
  async #moveToStore(project: string, ids: readonly string[]): Promise<void> {
    const store = this.#store;
    if (store?.index === undefined) return;
    await store.upsert(project, this.#memoryRows(project, ids));
    const stored = await store.read((index) => index.count(project));
    if (stored === undefined || (stored <= this.#memoryLimit && !this.#storeOnly.has(project))) return;
    this.#storeOnly.add(project);
    await this.memory.clear(project);
  }

  #memoryRows(project: string, ids: readonly string[]): readonly VectorRow[] {
    const matrix = this.memory.matrixOf(project);
    return ids.flatMap((id) => {
      const vector = matrix.vectorOf(id);
      return vector === undefined ? [] : [{ id, kind: matrix.kindOf(id) ?? "", vector: vector.slice() }];
    });
  }

  async #embed(texts: readonly string[]): Promise<readonly Embedding[]> {
    return this.#notes.tryOrNote("model", () => this.embedder.embed(texts), []);
  }

  async #vectorOf(text: string): Promise<Float32Array | undefined> {
    const [found] = await this.#embed([text]);
    return found?.vector.some((value) => value !== 0) === true ? found.vector : undefined;
  }
}
