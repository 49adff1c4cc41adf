import type { Config } from "../config/settings.js";
import type { Embedder } from "./embedder.js";
import { MeaningIndex } from "./meaning-index.js";
import { ProjectWords } from "./project-words.js";
import { readSavedIndex, type SavedIndex, writeSavedIndex } from "./saved-index.js";
import type { VectorIndex } from "./vector-index.js";

/** A model and the setting that opened it. */
export interface ChosenModel {
  readonly setting: string;
  readonly embedder: Embedder;
  /** Where vectors are kept besides memory. */
  readonly store?: VectorIndex | undefined;
}

export interface SearchOptions {
  /** The project's `vectors` folder; undefined keeps everything in memory. */
  readonly folder: string | undefined;
  readonly settings: Config["retrieval"];
  /** Undefined searches by words alone. */
  readonly model: ChosenModel | undefined;
  /** Why there is no model, or no store, that was asked for. */
  readonly notes?: readonly string[];
  /** Opens the model of an earlier setting, so that its vectors answer until the new ones are complete. */
  readonly reopen?: (setting: string) => Promise<Embedder | undefined>;
}

/** What is held of one project. */
export interface ProjectState {
  readonly words: ProjectWords;
  position: number;
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

export async function loadProject(
  project: string,
  options: SearchOptions,
  meanings: MeaningIndex | undefined,
): Promise<ProjectState> {
  const { folder, settings } = options;
  const saved = folder === undefined ? undefined : readSavedIndex(folder, project, settings);
  const own = saved?.vectors.find(({ name }) => name === meanings?.embedder.name);
  if (saved !== undefined && own !== undefined) meanings?.warm.restore(project, own.matrix, saved.position);
  await meanings?.settle(project, own === undefined ? 0 : (saved?.position ?? 0));
  const words = saved?.words ?? new ProjectWords(settings);
  const complete = meanings === undefined || (await meanings.count(project)) >= words.size;
  const previous = complete || saved === undefined ? undefined : await earlierModel(project, saved, options);
  return { words, position: saved?.position ?? 0, unsaved: 0, complete, promoted: false, previous };
}

/** The model that answered before, if it can be opened. */
async function earlierModel(
  project: string,
  { vectors, position }: SavedIndex,
  { model, settings, reopen }: SearchOptions,
): Promise<ProjectState["previous"]> {
  const saved = vectors.find(({ name, complete }) => complete && name !== model?.embedder.name);
  const embedder = saved === undefined ? undefined : await reopen?.(saved.setting);
  if (saved === undefined || embedder === undefined || embedder.name !== saved.name) return undefined;
  const meanings = new MeaningIndex(embedder, settings.matrixMaxLessons);
  meanings.warm.restore(project, saved.matrix, position);
  return { setting: saved.setting, meanings };
}

export function isWorthSaving({ words, unsaved }: ProjectState): boolean {
  return unsaved > Math.max(unsavedAtMost.lessons, unsavedAtMost.share * words.size);
}

export function saveProject(
  project: string,
  state: ProjectState,
  { folder, model }: SearchOptions,
  meanings: MeaningIndex | undefined,
): void {
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
  writeSavedIndex(folder, project, { words: state.words, position: state.position, vectors });
  state.unsaved = 0;
}
