import type { Config } from "../config/settings.js";
import { type EmbedderAndStore, MeaningIndex } from "./meaning-index.js";
import { ProjectWords } from "./project-words.js";
import { readSavedIndex, type SavedIndex, writeSavedIndex } from "./saved-index.js";
import type { SearchNotes } from "./search-notes.js";

/** A model and the setting that opened it. */
export interface ChosenModel extends EmbedderAndStore {
  readonly setting: string;
}

export interface SearchOptions {
  /** The project's `vectors` folder; undefined keeps everything in memory. */
  readonly folder: string | undefined;
  readonly settings: Config["retrieval"];
  /** Undefined searches by words alone. */
  readonly model: ChosenModel | undefined;
  /** Why there is no model, or no store, that was asked for. */
  readonly notes?: SearchNotes;
  /**
   * How many lessons the log has seen forgotten by now: what is older than the last of them is not written to
   * a file.
   */
  readonly forgotten?: () => Promise<number>;
  /**
   * Opens the model of an earlier setting, and its store, so that its vectors answer until the new ones are
   * complete.
   */
  readonly reopen?: (setting: string) => Promise<ChosenModel | undefined>;
}

/** What is held of one project. */
export interface ProjectState {
  readonly words: ProjectWords;
  position: number;
  /** How many lessons the log had seen forgotten: none of those is left in here. */
  forgotten: number;
  /** Changes since the file was written. */
  unsaved: number;
  /** Whether the chosen model has a vector of every lesson. */
  complete: boolean;
  /** Whether the chosen model's rows are the only ones in its store. */
  promoted: boolean;
  /** Answers while the chosen model is incomplete. */
  previous: { readonly setting: string; readonly meanings: MeaningIndex } | undefined;
}

/** A file that lacks no more than this is not written again: applying so few changes is faster. */
const unsavedAtMost = { lessons: 64, share: 0.05 };

/** Never fails: a file that cannot be read is as good as none, and noted. */
export async function loadProject(
  project: string,
  options: SearchOptions,
  meanings: MeaningIndex | undefined,
  notes: SearchNotes,
): Promise<ProjectState> {
  const { folder, settings } = options;
  const saved =
    folder === undefined
      ? undefined
      : await notes.unless("file", () => readSavedIndex(folder, project, settings), undefined);
  const own = saved?.vectors.find(({ name }) => name === meanings?.embedder.name);
  if (saved !== undefined && own !== undefined) meanings?.warm.restore(project, own.matrix, saved.position);
  const words = saved?.words ?? new ProjectWords(settings);
  await meanings?.adopt(project, words.size);
  const complete = meanings === undefined || (await meanings.count(project)) >= words.size;
  const previous =
    complete || saved === undefined ? undefined : await earlierModel(project, saved, options, notes);
  const { position = 0, forgotten = 0 } = saved ?? {};
  return { words, position, forgotten, unsaved: 0, complete, promoted: false, previous };
}

/** The model that answered before, if it can be opened. */
async function earlierModel(
  project: string,
  { vectors, position, words }: SavedIndex,
  { model, settings, reopen }: SearchOptions,
  notes: SearchNotes,
): Promise<ProjectState["previous"]> {
  const saved = vectors.find(({ name, complete }) => complete && name !== model?.embedder.name);
  const opened = saved === undefined ? undefined : await reopen?.(saved.setting);
  if (saved === undefined || opened === undefined) return undefined;
  const meanings = new MeaningIndex(opened, settings.matrixMaxLessons, notes);
  if (opened.embedder.name === saved.name) {
    meanings.warm.restore(project, saved.matrix, position);
    await meanings.adopt(project, words.size);
    if ((await meanings.count(project)) > 0) return { setting: saved.setting, meanings };
  }
  await meanings.close();
  return undefined;
}

export function isWorthSaving({ words, unsaved }: ProjectState): boolean {
  return unsaved > Math.max(unsavedAtMost.lessons, unsavedAtMost.share * words.size);
}

/** A file that cannot be written is noted: memory goes on, and the next start reads the log again. */
export async function saveProject(
  project: string,
  state: ProjectState,
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
            matrix: each.meanings.warm.matrixOf(project),
          },
        ],
  );
  const { words, position, forgotten } = state;
  await notes.unless(
    "file",
    () => writeSavedIndex(folder, project, { words, position, forgotten, vectors }),
    undefined,
  );
  state.unsaved = 0;
}
