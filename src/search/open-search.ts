import { join } from "node:path";
import type { Config } from "../config/settings.js";
import { WhetstoneError } from "../errors.js";
import type { Embedder } from "./embedder.js";
import { LessonSearch } from "./lesson-search.js";
import type { ChosenModel } from "./project-state.js";
import { builtIn } from "./search-path.js";
import type { VectorIndex } from "./vector-index.js";

export interface OpenSearchOptions {
  /** The project's data folder; undefined keeps everything in memory. */
  readonly dataFolder: string | undefined;
  /** The folder of the built-in models in the package. */
  readonly modelsFolder: string;
  readonly settings: Config["retrieval"];
  /** How many lessons there are, as far as known: a vector store is opened for many only. */
  readonly lessons?: number;
  /** Told the size of a download before it begins, then how much is here. */
  readonly progress?: (done: number, total: number) => void;
}

/** Search with the model and the store of the settings. What cannot be opened is left out and noted: words always work. */
export async function openSearch(options: OpenSearchOptions): Promise<LessonSearch> {
  const { dataFolder, settings } = options;
  const folder = dataFolder === undefined ? undefined : join(dataFolder, "vectors");
  const notes: string[] = [];
  const noted = async <T>(open: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof WhetstoneError)) throw error;
      notes.push(error.next === undefined ? error.message : `${error.message}; ${error.next}`);
      return undefined;
    }
  };
  const setting = settings.embedder;
  const embedder = await noted(() => openEmbedder(setting, options));
  const store =
    embedder === undefined || folder === undefined
      ? undefined
      : await noted(() => openStore(folder, embedder, options));
  const model: ChosenModel | undefined = embedder === undefined ? undefined : { setting, embedder, store };
  const reopen = (earlier: string) =>
    noted(() => openEmbedder(earlier, { ...options, settings: { ...settings, modelDownloads: false } }));
  return new LessonSearch({ folder, settings, model, notes, reopen });
}

async function openEmbedder(setting: string, options: OpenSearchOptions): Promise<Embedder | undefined> {
  const { dataFolder, modelsFolder, settings, progress } = options;
  if (setting === "off" || setting === "") return undefined;
  if (setting === "built-in") {
    const { openStaticEmbedder } = await import("./static-embedder.js");
    return openStaticEmbedder(join(modelsFolder, builtIn));
  }
  const { openTransformersEmbedder } = await import("./transformers/transformers-embedder.js");
  return openTransformersEmbedder({
    model: setting,
    cacheFolder: join(dataFolder ?? modelsFolder, "models"),
    downloads: settings.modelDownloads,
    ...(progress === undefined ? {} : { progress }),
  });
}

async function openStore(
  folder: string,
  { name, dimensions }: Embedder,
  { settings, lessons = 0 }: OpenSearchOptions,
): Promise<VectorIndex | undefined> {
  const wanted = settings.vectorStore === "lancedb";
  const useful = settings.vectorStore === "auto" && lessons > settings.matrixMaxLessons;
  if (!wanted && !useful) return undefined;
  const { LanceIndex } = await import("./lancedb/lance-index.js");
  return LanceIndex.open(folder, { name, dimensions });
}
