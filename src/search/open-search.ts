import { join } from "node:path";
import type { Config } from "../base/config/settings.js";
import { folderOfModel, type ModelFolders } from "./downloaded-model.js";
import type { Embedder } from "./embedder.js";
import type { ChosenModel } from "./indexed-project.js";
import { LessonSearch } from "./lesson-search.js";
import { type NoteTopic, SearchNotes } from "./search-notes.js";
import { builtInModel, referenceModel } from "./search-path.js";
import type { ModelStamp, VectorIndex } from "./vector-index.js";

export interface OpenSearchOptions {
  /** The project's data folder; undefined keeps everything in memory. */
  readonly dataFolder: string | undefined;
  /** The folder of the built-in models in the package. */
  readonly modelsFolder: string;
  readonly downloaded: ModelFolders;
  readonly settings: Config["retrieval"];
  /** How many lessons of the project have been forgotten so far, by its log. */
  readonly forgotten?: () => Promise<number>;
  /**
   * Called with the bytes of a download before it begins, then with the bytes received. Without it nothing is
   * downloaded, because a hook must not start a download.
   */
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Opens search with the model and store of the settings. A part that cannot be opened is left out and noted;
 * search by words always works.
 */
export async function openSearch(options: OpenSearchOptions): Promise<LessonSearch> {
  const { dataFolder, settings, forgotten } = options;
  const folder = dataFolder === undefined ? undefined : join(dataFolder, "vectors");
  const notes = new SearchNotes();
  const open = async (
    setting: string,
    topic: NoteTopic,
    from: OpenSearchOptions,
  ): Promise<ChosenModel | undefined> => {
    const embedder = await notes.tryOrNote(topic, () => openEmbedder(setting, from), undefined);
    if (embedder === undefined) return undefined;
    const openStore = async () =>
      folder === undefined
        ? undefined
        : notes.tryOrNote(
            "store",
            () => openLance(folder, { name: embedder.name, dimensions: embedder.dimensions }),
            undefined,
          );
    if (settings.vectorStore === "auto") return { setting, embedder, openStoreWhenLarge: openStore };
    return { setting, embedder, store: settings.vectorStore === "lancedb" ? await openStore() : undefined };
  };
  const model = await open(settings.embedder, "model", options);
  const offline = { ...options, settings: { ...settings, modelDownloads: false } };
  return new LessonSearch({
    folder,
    settings,
    model,
    notes,
    ...(forgotten === undefined ? {} : { forgotten }),
    reopen: (earlier) => open(earlier, "earlier model", offline),
  });
}

async function openEmbedder(setting: string, options: OpenSearchOptions): Promise<Embedder | undefined> {
  const { modelsFolder, downloaded, settings, progress } = options;
  if (setting === "off" || setting === "") return undefined;
  if (setting === "built-in") {
    const { openStaticEmbedder } = await import("./static-embedder.js");
    return openStaticEmbedder(join(modelsFolder, builtInModel));
  }
  const { openTransformersEmbedder } = await import("./transformers/transformers-embedder.js");
  const model = setting === "transformers" ? referenceModel : setting;
  return openTransformersEmbedder({
    model,
    cacheFolder: folderOfModel(model, downloaded),
    downloads: settings.modelDownloads && progress !== undefined,
    ...(progress === undefined ? {} : { progress }),
  });
}

async function openLance(folder: string, model: ModelStamp): Promise<VectorIndex> {
  const { LanceIndex } = await import("./lancedb/lance-index.js");
  return LanceIndex.open(folder, model);
}
