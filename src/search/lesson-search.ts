import { type FindQuery, type FoundCandidates, findCandidates, type SearchPath } from "./find-candidates.js";
import {
  hasMoved,
  type IndexedProject,
  isWorthSaving,
  loadProject,
  moveProject,
  type SearchOptions,
  saveProject,
} from "./indexed-project.js";
import { MeaningIndex } from "./meaning-index.js";
import { oneGroup } from "./order/families.js";
import type { IndexedLesson } from "./project-words.js";
import { removeSavedIndex } from "./saved-index.js";
import { SearchNotes } from "./search-notes.js";
import type { IndexHealth, NearestOptions, Neighbour } from "./vector-index.js";

/** Changes between two positions of the log. Applying them twice has no further effect. */
export interface LessonChanges {
  readonly upserts: readonly IndexedLesson[];
  readonly removals: readonly string[];
  /** The seq of the last event included. */
  readonly position: number;
  /** The end of the log when this was read, and how many lessons had been forgotten by then. */
  readonly log?: { readonly head: number; readonly forgotten: number };
}

export interface NearestLessons {
  readonly by: "meaning" | "words";
  readonly matches: readonly Neighbour[];
}

export interface SearchStatus {
  readonly by: SearchPath;
  /** The model that compares meanings at present. */
  readonly model: string | undefined;
  readonly store: string | undefined;
  readonly lessons: number;
  readonly position: number;
  /** The number of lessons for which the chosen model has no vector yet. */
  readonly missing: number;
  readonly notes: readonly string[];
}

/**
 * How many lessons are embedded between two saves, so that a kill loses no more. For a large project it is a
 * share of all lessons, because every save writes the whole file.
 */
const lessonsPerSave = { least: 500, share: 0.05 };

/** Embedded in one step, so that other changes can run in between and a store is written in batches. */
const lessonsPerStep = 64;

/** Finds lessons, for any number of projects that are isolated from each other. */
export class LessonSearch {
  readonly #options: SearchOptions;
  readonly #notes: SearchNotes;
  readonly #meanings: MeaningIndex | undefined;
  readonly #projects = new Map<string, Promise<IndexedProject>>();
  readonly #lastChange = new Map<string, Promise<unknown>>();

  constructor(options: SearchOptions) {
    this.#options = options;
    const { model, settings, notes = new SearchNotes() } = options;
    this.#notes = notes;
    this.#meanings = model && new MeaningIndex(model, settings.matrixMaxLessons, notes);
  }

  /** The caller must apply the log from the event after this one. */
  async position(project: string): Promise<number> {
    return this.#inOrder(project, async () => {
      const { position } = await this.#state(project);
      const stored = await this.#meanings?.position(project);
      if (stored === undefined || stored >= position) return position;
      await this.#meanings?.refillStore(project, position);
      return Math.min(position, (await this.#meanings?.position(project)) ?? position);
    });
  }

  /** Applies changes. Returns the ids of lessons that were too long for the model and were truncated. */
  async apply(project: string, changes: LessonChanges): Promise<readonly string[]> {
    return this.#inOrder(project, () => this.#apply(project, changes));
  }

  async #apply(project: string, changes: LessonChanges): Promise<readonly string[]> {
    const state = await this.#state(project);
    const { upserts, removals, position } = changes;
    updateForgotten(state, changes);
    const truncated = (await this.#meanings?.upsert(project, upserts)) ?? [];
    await this.#meanings?.remove(project, removals);
    await state.previous?.meanings.upsert(project, upserts);
    await state.previous?.meanings.remove(project, removals);
    for (const lesson of upserts) state.words.upsert(lesson);
    for (const id of removals) state.words.remove(id);
    state.position = position;
    state.unsaved += upserts.length + removals.length;
    await this.#meanings?.advance(project, position);
    if (!state.complete && state.previous === undefined) state.complete = await this.#hasAll(project, state);
    if (state.complete) await this.#promote(state);
    if (state.unsaved >= lessonsPerSave.least && isWorthSaving(state)) await this.#save(project, state);
    return truncated;
  }

  /**
   * Embeds the lessons that only an earlier model has seen; searches use that model meanwhile. After a kill
   * it continues from the last save. `lessons` are all lessons of the project.
   */
  async reembed(
    project: string,
    lessons: readonly IndexedLesson[],
    progress: (done: number, total: number) => void = () => undefined,
  ): Promise<void> {
    const meanings = this.#meanings;
    const state = await this.#state(project);
    if (meanings === undefined || (state.complete && (await this.#hasAll(project, state)))) return;
    const embeddedIds = await meanings.embeddedIds(project);
    const missing = lessons.filter(({ id }) => !embeddedIds.has(id) && state.words.has(id));
    const perSave = Math.max(lessonsPerSave.least, lessonsPerSave.share * lessons.length);
    for (let from = 0, saved = 0; from < missing.length; from += lessonsPerStep) {
      progress(lessons.length - missing.length + from, lessons.length);
      const some = missing.slice(from, from + lessonsPerStep);
      await this.#inOrder(project, () => this.#embedMissing(project, state, some));
      if (from + lessonsPerStep - saved < perSave) continue;
      saved = from + lessonsPerStep;
      await this.#save(project, state);
    }
    await this.#inOrder(project, () => this.#settle(project, state));
    progress(lessons.length, lessons.length);
  }

  /**
   * Removes everything of a project from memory and disk. The caller must apply the log from its beginning.
   */
  async reset(project: string): Promise<void> {
    await this.#inOrder(project, async () => {
      const state = await this.#state(project);
      await this.#retirePrevious(state);
      await this.#meanings?.clear(project);
      this.#removeFile(project);
      this.#projects.delete(project);
    });
  }

  /** Candidates from all lessons of the project, not yet in order: `rankLessons` ranks them. */
  async find(project: string, query: FindQuery): Promise<FoundCandidates> {
    const state = await this.#state(project);
    return findCandidates(project, state.words, this.#activeIndex(state), query, this.#options.settings);
  }

  /**
   * The lessons most similar to a text by the cosine of their vectors; without a model, by the share of
   * words.
   */
  async nearest(project: string, text: string, options: NearestOptions): Promise<NearestLessons> {
    const state = await this.#state(project);
    const byMeaning = await this.#activeIndex(state)?.nearest(project, text, options);
    if (byMeaning !== undefined) return { by: "meaning", matches: byMeaning };
    const { limit, kinds, threshold = 0 } = options;
    const { words } = state;
    const matches = words
      .score(text)
      .best(limit, kinds && oneGroup(words.familyOf, (kind) => kinds.includes(kind)))
      .map(({ id, score }) => ({ id, kind: words.kindOf(id) ?? "", similarity: Math.min(1, score) }));
    return { by: "words", matches: matches.filter(({ similarity }) => similarity >= threshold) };
  }

  async status(project: string): Promise<SearchStatus> {
    const state = await this.#state(project);
    const active = this.#activeIndex(state);
    const vectors = await this.#meanings?.count(project);
    return {
      by: active === undefined ? "words" : "words and meaning",
      model: active?.embedder.name,
      store: active && (active.store ?? active.memory).kind,
      lessons: state.words.size,
      position: await this.position(project),
      missing: vectors === undefined ? 0 : Math.max(0, state.words.size - vectors),
      notes: this.#notes.list,
    };
  }

  /** Checks that a text can be embedded, written and found; undefined without a model. */
  async health(): Promise<IndexHealth | undefined> {
    return this.#meanings?.health();
  }

  /** Saves what changed since the file was written, and how far the log was read, where that is worth it. */
  async save(project: string): Promise<void> {
    await this.#inOrder(project, async () => this.#saveIfWorth(project, await this.#state(project)));
  }

  /** Saves as `save` does, and closes models and stores. */
  async close(): Promise<void> {
    for (const [project, pending] of this.#projects) {
      const state = await pending;
      await this.#saveIfWorth(project, state);
      await this.#retirePrevious(state);
    }
    await this.#meanings?.close();
  }

  #state(project: string): Promise<IndexedProject> {
    const loaded = this.#projects.get(project);
    if (loaded !== undefined) return loaded;
    const loading = loadProject(project, this.#options, this.#meanings, this.#notes);
    this.#projects.set(project, loading);
    // After a failure the next call loads again, and close() finds nothing to close.
    loading.catch(() => this.#projects.delete(project));
    return loading;
  }

  /** Runs changes of a project one after the other; searches do not wait. */
  #inOrder<T>(project: string, work: () => Promise<T>): Promise<T> {
    const change = (this.#lastChange.get(project) ?? Promise.resolve()).then(work);
    this.#lastChange.set(
      project,
      change.catch(() => undefined),
    );
    return change;
  }

  /**
   * Skips lessons that were changed, embedded or removed after the list was made.
   */
  async #embedMissing(
    project: string,
    state: IndexedProject,
    lessons: readonly IndexedLesson[],
  ): Promise<void> {
    if ((await this.#state(project)) !== state) return;
    const embeddedIds = await this.#meanings?.embeddedIds(project);
    const left = lessons.filter(({ id }) => embeddedIds?.has(id) !== true && state.words.has(id));
    await this.#meanings?.upsert(project, left);
    state.unsaved += left.length;
  }

  /** Retires the earlier model when the chosen one has embedded every lesson. */
  async #settle(project: string, state: IndexedProject): Promise<void> {
    if ((await this.#state(project)) !== state) return;
    state.complete = await this.#hasAll(project, state);
    if (state.complete) {
      await this.#retirePrevious(state);
      await this.#promote(state);
      await this.#meanings?.advance(project, state.position);
    }
    await this.#save(project, state);
  }

  #activeIndex({ complete, previous }: IndexedProject): MeaningIndex | undefined {
    return complete ? this.#meanings : previous?.meanings;
  }

  async #hasAll(project: string, { words }: IndexedProject): Promise<boolean> {
    return this.#meanings !== undefined && (await this.#meanings.count(project)) >= words.size;
  }

  async #retirePrevious(state: IndexedProject): Promise<void> {
    await state.previous?.meanings.close();
    state.previous = undefined;
  }

  /** Done once; after it the store has no vectors of another model. */
  async #promote(state: IndexedProject): Promise<void> {
    if (state.promoted) return;
    await this.#meanings?.promote();
    state.promoted = true;
  }

  async #saveIfWorth(project: string, state: IndexedProject): Promise<void> {
    if (isWorthSaving(state)) await this.#save(project, state);
    else if (hasMoved(state) && (await this.#isUpToDateOnForgotten(state)))
      await moveProject(project, state, this.#options, this.#notes);
  }

  /**
   * Another process may forget a lesson at any moment. If it did so before the save, this state is too old to
   * be saved; if it did so during the save, the file is removed again.
   */
  async #save(project: string, state: IndexedProject): Promise<void> {
    if (!(await this.#isUpToDateOnForgotten(state))) return;
    await saveProject(project, state, this.#options, this.#meanings, this.#notes);
    if (!(await this.#isUpToDateOnForgotten(state))) this.#removeFile(project);
  }

  async #isUpToDateOnForgotten(state: IndexedProject): Promise<boolean> {
    const { forgotten } = this.#options;
    return (
      forgotten === undefined ||
      (await this.#notes.tryOrNote("file", forgotten, undefined)) === state.forgotten
    );
  }

  #removeFile(project: string): void {
    if (this.#options.folder !== undefined) removeSavedIndex(this.#options.folder, project);
  }
}

/**
 * An index that is empty or at the end of the log holds no forgotten lesson. Its file may still hold one and
 * is written again.
 */
function updateForgotten(state: IndexedProject, { position, log }: LessonChanges): void {
  if (log === undefined || log.forgotten === state.forgotten) return;
  if (position < log.head && state.words.size > 0) return;
  state.forgotten = log.forgotten;
  if (state.words.size > 0) state.unsaved = Number.POSITIVE_INFINITY;
}
