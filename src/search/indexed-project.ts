import type { Config } from "../base/config/settings.js";
import { type EmbedderAndStore, MeaningIndex } from "./meaning-index.js";
import { ProjectWords } from "./project-words.js";
import { moveSavedIndex, readSavedIndex, type SavedIndex, writeSavedIndex } from "./saved-index.js";
import { noIndex, type PlacedIndex } from "./saved-place.js";
import type { SearchNotes } from "./search-notes.js";

/** A model with the setting that opened it. */
export interface ChosenModel extends EmbedderAndStore {
  readonly setting: string;
}

export interface SearchOptions {
  /** The project's `vectors` folder; undefined keeps everything in memory. */
  readonly folder: string | undefined;
  readonly settings: Config["retrieval"];
  /** Undefined for search by words alone. */
  readonly model: ChosenModel | undefined;
  /** Why a configured model or store is missing. */
  readonly notes?: SearchNotes;
  /**
   * How many lessons have been forgotten so far, by the log. An index that is older than the last of them is
   * not written to a file.
   */
  readonly forgotten?: () => Promise<number>;
  /**
   * Opens the model of an earlier setting and its store, so that searches use its vectors until the new ones
   * are complete.
   */
  readonly reopen?: (setting: string) => Promise<ChosenModel | undefined>;
}

export interface IndexedProject {
  readonly words: ProjectWords;
  position: number;
  /** How many lessons had been forgotten; none of those is left in this state. */
  forgotten: number;
  /** The number of changes since the file was written. */
  unsaved: number;
  /** What is on the disk, and up to where it is true. */
  saved: { readonly of: PlacedIndex; readonly position: number };
  /** Whether the chosen model has a vector for every lesson. */
  complete: boolean;
  /** Whether the chosen model's rows are the only ones in its store. */
  promoted: boolean;
  /** Used for searches while the chosen model is incomplete. */
  previous: { readonly setting: string; readonly meanings: MeaningIndex } | undefined;
}

/**
 * With fewer changes the file is not written again: embedding one lesson takes as long as writing two hundred,
 * and every command embeds anew what is not in the file. Whoever waits for a prompt takes in 2,000 events at
 * most, so the file must never be that far behind.
 */
const toleratedUnsaved = { share: 0.005, events: 1_000 };

/** Reading as many again takes as long as writing the place does. */
const toleratedMove = 200;

/** Never throws: a file that cannot be read is noted and treated as missing. */
export async function loadProject(
  project: string,
  options: SearchOptions,
  meanings: MeaningIndex | undefined,
  notes: SearchNotes,
): Promise<IndexedProject> {
  const { folder, settings } = options;
  const saved =
    folder === undefined
      ? undefined
      : await notes.tryOrNote("file", () => readSavedIndex(folder, project, settings), undefined);
  const own = saved?.vectors.find(({ name }) => name === meanings?.embedder.name);
  if (saved !== undefined && own !== undefined) meanings?.memory.restore(project, own.matrix, saved.position);
  const words = saved?.words ?? new ProjectWords(settings);
  await meanings?.detectStoreOnly(project, words.size);
  const complete = meanings === undefined || (await meanings.count(project)) >= words.size;
  const previous =
    complete || saved === undefined ? undefined : await openPreviousModel(project, saved, options, notes);
  const { position = 0, forgotten = 0, of = noIndex } = saved ?? {};
  const known = { words, position, forgotten, unsaved: 0, saved: { of, position } };
  return { ...known, complete, promoted: false, previous };
}

/** The model that was used before, if it can still be opened. */
async function openPreviousModel(
  project: string,
  { vectors, position, words }: SavedIndex,
  { model, settings, reopen }: SearchOptions,
  notes: SearchNotes,
): Promise<IndexedProject["previous"]> {
  const saved = vectors.find(({ name, complete }) => complete && name !== model?.embedder.name);
  const opened = saved === undefined ? undefined : await reopen?.(saved.setting);
  if (saved === undefined || opened === undefined) return undefined;
  const meanings = new MeaningIndex(opened, settings.matrixMaxLessons, notes);
  if (opened.embedder.name === saved.name) {
    meanings.memory.restore(project, saved.matrix, position);
    await meanings.detectStoreOnly(project, words.size);
    if ((await meanings.count(project)) > 0) return { setting: saved.setting, meanings };
  }
  await meanings.close();
  return undefined;
}

export function isWorthSaving({ words, unsaved, saved, position }: IndexedProject): boolean {
  const { share, events } = toleratedUnsaved;
  if (unsaved > share * words.size) return true;
  return unsaved > 0 && position - saved.position > events;
}

/** Whether the file holds all there is, of a log that has grown since. */
export function hasMoved({ unsaved, saved, position }: IndexedProject): boolean {
  return unsaved === 0 && position - saved.position > toleratedMove;
}

/** Writes how far the file is true, and not the file. */
export async function moveProject(
  project: string,
  state: IndexedProject,
  { folder }: SearchOptions,
  notes: SearchNotes,
): Promise<void> {
  if (folder === undefined) return;
  const { saved, position, forgotten } = state;
  const move = async () => moveSavedIndex(folder, project, saved.of, { position, forgotten });
  await notes.tryOrNote("file", move, undefined);
  state.saved = { of: saved.of, position };
}

/** A file that cannot be written is noted; the next start reads the log again. */
export async function saveProject(
  project: string,
  state: IndexedProject,
  { folder, model }: SearchOptions,
  meanings: MeaningIndex | undefined,
  notes: SearchNotes,
): Promise<void> {
  if (folder === undefined) return;
  const own = { setting: model?.setting, meanings, complete: state.complete };
  const vectors = [own, { ...state.previous, complete: true }].flatMap((each) =>
    each.meanings === undefined || each.setting === undefined
      ? []
      : [
          {
            setting: each.setting,
            name: each.meanings.embedder.name,
            complete: each.complete,
            matrix: each.meanings.memory.matrixOf(project),
          },
        ],
  );
  const { words, position, forgotten } = state;
  const of = await notes.tryOrNote(
    "file",
    () => writeSavedIndex(folder, project, { words, position, forgotten, vectors }),
    undefined,
  );
  state.unsaved = 0;
  // A file that could not be written holds less than this state: no place that is reached later is true of it.
  state.saved = of === undefined ? { ...state.saved, position: Number.POSITIVE_INFINITY } : { of, position };
}
