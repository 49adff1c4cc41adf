import { type FindQuery, type Found, findCandidates, type SearchPath } from "./find-candidates.js";
import { MeaningIndex } from "./meaning-index.js";
import {
  isWorthSaving,
  loadProject,
  type ProjectState,
  type SearchOptions,
  saveProject,
} from "./project-state.js";
import type { IndexedLesson } from "./project-words.js";
import { removeSavedIndex } from "./saved-index.js";
import { SearchNotes } from "./search-notes.js";
import type { IndexHealth, NearestOptions, Neighbour } from "./vector-index.js";

/** What changed between two places in the log. Applying it twice changes nothing more. */
export interface LessonChanges {
  readonly upserts: readonly IndexedLesson[];
  readonly removals: readonly string[];
  /** The seq of the last event that is in it. */
  readonly position: number;
  /** The log when this was read: its end, and how many lessons it had seen forgotten. */
  readonly log?: { readonly head: number; readonly forgotten: number };
}

export interface NearestLessons {
  readonly by: "meaning" | "words";
  readonly matches: readonly Neighbour[];
}

export interface SearchStatus {
  readonly by: SearchPath;
  /** The model that compares meanings now. */
  readonly model: string | undefined;
  readonly store: string | undefined;
  readonly lessons: number;
  readonly position: number;
  /** Lessons that the chosen model has no vector of yet. */
  readonly missing: number;
  readonly notes: readonly string[];
}

/**
 * Saved this often while there is much to do, so that a kill costs no more; of a large project a share, for a
 * file is written whole.
 */
const lessonsPerSave = { least: 500, share: 0.05 };

/** Embedded in one turn: other changes get in between, and a store gets no row by row. */
const lessonsPerTurn = 64;

/** Everything that finds lessons, for any number of projects that never see each other. */
export class LessonSearch {
  readonly #options: SearchOptions;
  readonly #notes: SearchNotes;
  readonly #meanings: MeaningIndex | undefined;
  readonly #projects = new Map<string, Promise<ProjectState>>();
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: SearchOptions) {
    this.#options = options;
    const { model, settings, notes = new SearchNotes() } = options;
    this.#notes = notes;
    this.#meanings = model && new MeaningIndex(model, settings.matrixMaxLessons, notes);
  }

  /** The log is to be applied from the event after this one. */
  async position(project: string): Promise<number> {
    return this.#inTurn(project, async () => {
      const { position } = await this.#state(project);
      const stored = await this.#meanings?.position(project);
      if (stored === undefined || stored >= position) return position;
      await this.#meanings?.refillStore(project, position);
      return Math.min(position, (await this.#meanings?.position(project)) ?? position);
    });
  }

  /** Takes in what changed. Returns the ids of those whose end the model does not see. */
  async apply(project: string, changes: LessonChanges): Promise<readonly string[]> {
    return this.#inTurn(project, () => this.#apply(project, changes));
  }

  async #apply(project: string, changes: LessonChanges): Promise<readonly string[]> {
    const state = await this.#state(project);
    const { upserts, removals, position } = changes;
    noteForgotten(state, changes);
    const cut = (await this.#meanings?.upsert(project, upserts)) ?? [];
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
    return cut;
  }

  /**
   * Embeds with the chosen model what only an earlier one has seen, which answers meanwhile. After a kill it
   * goes on from the last save. `lessons` are all of the project's.
   */
  async reembed(
    project: string,
    lessons: readonly IndexedLesson[],
    progress: (done: number, total: number) => void = () => undefined,
  ): Promise<void> {
    const meanings = this.#meanings;
    const state = await this.#state(project);
    if (meanings === undefined || (state.complete && (await this.#hasAll(project, state)))) return;
    const known = await meanings.known(project);
    const missing = lessons.filter(({ id }) => !known.has(id) && state.words.has(id));
    const perSave = Math.max(lessonsPerSave.least, lessonsPerSave.share * lessons.length);
    for (let from = 0, saved = 0; from < missing.length; from += lessonsPerTurn) {
      progress(lessons.length - missing.length + from, lessons.length);
      const some = missing.slice(from, from + lessonsPerTurn);
      await this.#inTurn(project, () => this.#embedMissing(project, state, some));
      if (from + lessonsPerTurn - saved < perSave) continue;
      saved = from + lessonsPerTurn;
      await this.#save(project, state);
    }
    await this.#inTurn(project, () => this.#settle(project, state));
    progress(lessons.length, lessons.length);
  }

  /**
   * Forgets everything of a project, in memory and on the disk; the log is to be applied again from its
   * beginning.
   */
  async reset(project: string): Promise<void> {
    await this.#inTurn(project, async () => {
      const state = await this.#state(project);
      await this.#retirePrevious(state);
      await this.#meanings?.clear(project);
      this.#removeFile(project);
      this.#projects.delete(project);
    });
  }

  /** Candidates from all of the project's lessons; `rankLessons` makes an order of them. */
  async find(project: string, query: FindQuery): Promise<Found> {
    const state = await this.#state(project);
    return findCandidates(project, state.words, this.#answering(state), query, this.#options.settings);
  }

  /**
   * The lessons most like a text by the cosine of their vectors; where no model answers, by the share of
   * words.
   */
  async nearest(project: string, text: string, options: NearestOptions): Promise<NearestLessons> {
    const state = await this.#state(project);
    const byMeaning = await this.#answering(state)?.nearest(project, text, options);
    if (byMeaning !== undefined) return { by: "meaning", matches: byMeaning };
    const { limit, kinds, threshold = 0 } = options;
    const { words } = state;
    const keep = (id: string) => kinds === undefined || kinds.includes(words.kindOf(id) ?? "");
    const matches = words
      .score(text)
      .best(limit, keep)
      .map(({ id, score }) => ({ id, kind: words.kindOf(id) ?? "", similarity: Math.min(1, score) }));
    return { by: "words", matches: matches.filter(({ similarity }) => similarity >= threshold) };
  }

  async status(project: string): Promise<SearchStatus> {
    const state = await this.#state(project);
    const answering = this.#answering(state);
    const vectors = await this.#meanings?.count(project);
    return {
      by: answering === undefined ? "words" : "words and meaning",
      model: answering?.embedder.name,
      store: answering && (answering.store ?? answering.warm).kind,
      lessons: state.words.size,
      position: await this.position(project),
      missing: vectors === undefined ? 0 : Math.max(0, state.words.size - vectors),
      notes: this.#notes.list,
    };
  }

  /** Whether a text that is embedded and written is found again; undefined without a model. */
  async health(): Promise<IndexHealth | undefined> {
    return this.#meanings?.health();
  }

  /** Writes what changed, where that is worth it, and lets go of models and files. */
  async close(): Promise<void> {
    for (const [project, pending] of this.#projects) {
      const state = await pending;
      if (isWorthSaving(state)) await this.#save(project, state);
      await this.#retirePrevious(state);
    }
    await this.#meanings?.close();
  }

  #state(project: string): Promise<ProjectState> {
    const known = this.#projects.get(project);
    if (known !== undefined) return known;
    const loading = loadProject(project, this.#options, this.#meanings, this.#notes);
    this.#projects.set(project, loading);
    // What could not be loaded is tried again by the next call, and has nothing to close.
    loading.catch(() => this.#projects.delete(project));
    return loading;
  }

  /** What changes a project happens one after the other; searches need not wait. */
  #inTurn<T>(project: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(project) ?? Promise.resolve()).then(work);
    this.#turns.set(
      project,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /**
   * A lesson that was changed, embedded or removed since the list was made is not touched: the list is older.
   */
  async #embedMissing(
    project: string,
    state: ProjectState,
    lessons: readonly IndexedLesson[],
  ): Promise<void> {
    if ((await this.#state(project)) !== state) return;
    const known = await this.#meanings?.known(project);
    const left = lessons.filter(({ id }) => known?.has(id) !== true && state.words.has(id));
    await this.#meanings?.upsert(project, left);
    state.unsaved += left.length;
  }

  /** When the chosen model has everything, the earlier one goes. */
  async #settle(project: string, state: ProjectState): Promise<void> {
    if ((await this.#state(project)) !== state) return;
    state.complete = await this.#hasAll(project, state);
    if (state.complete) {
      await this.#retirePrevious(state);
      await this.#promote(state);
      await this.#meanings?.advance(project, state.position);
    }
    await this.#save(project, state);
  }

  #answering({ complete, previous }: ProjectState): MeaningIndex | undefined {
    return complete ? this.#meanings : previous?.meanings;
  }

  async #hasAll(project: string, { words }: ProjectState): Promise<boolean> {
    return this.#meanings !== undefined && (await this.#meanings.count(project)) >= words.size;
  }

  async #retirePrevious(state: ProjectState): Promise<void> {
    await state.previous?.meanings.close();
    state.previous = undefined;
  }

  /** Once: from then on there is no other model's vectors. */
  async #promote(state: ProjectState): Promise<void> {
    if (state.promoted) return;
    await this.#meanings?.promote();
    state.promoted = true;
  }

  /**
   * Another process may have something forgotten at any moment: before, and this is too old for a file;
   * meanwhile, and the file goes again.
   */
  async #save(project: string, state: ProjectState): Promise<void> {
    if (!(await this.#knowsForgotten(state))) return;
    await saveProject(project, state, this.#options, this.#meanings, this.#notes);
    if (!(await this.#knowsForgotten(state))) this.#removeFile(project);
  }

  async #knowsForgotten(state: ProjectState): Promise<boolean> {
    const { forgotten } = this.#options;
    return (
      forgotten === undefined || (await this.#notes.unless("file", forgotten, undefined)) === state.forgotten
    );
  }

  #removeFile(project: string): void {
    if (this.#options.folder !== undefined) removeSavedIndex(this.#options.folder, project);
  }
}

/**
 * An index that is empty, or has come to the end of the log, holds nothing that was forgotten; its file may,
 * and is written again.
 */
function noteForgotten(state: ProjectState, { position, log }: LessonChanges): void {
  if (log === undefined || log.forgotten === state.forgotten) return;
  if (position < log.head && state.words.size > 0) return;
  state.forgotten = log.forgotten;
  if (state.words.size > 0) state.unsaved = Number.POSITIVE_INFINITY;
}
