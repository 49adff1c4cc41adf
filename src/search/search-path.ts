import { join } from "node:path";
import type { Config } from "../base/config/settings.js";
import { isFolder } from "../base/files/make-folder.js";
import { isDownloaded, type ModelFolders } from "./downloaded-model.js";

export interface AnsweringPath {
  readonly by: "words" | "words and meaning";
  /** The model that compares meanings, or null. */
  readonly model: string | null;
  /** Why the model of the settings is not used; null when it is. */
  readonly note: string | null;
}

export interface ModelLocations {
  /** The folder of the built-in models in the package. */
  readonly models: string;
  /** Folders for downloaded models. */
  readonly downloaded: ModelFolders;
}

/** The folder of the model that comes with the package. */
export const builtInModel = "static-deb-256";

/** The model for the setting `transformers`, which names none. */
export const referenceModel = "Xenova/all-mpnet-base-v2";

/**
 * How search would work with these settings and files. It opens neither the model nor the index, so it does
 * not notice a damaged file; `doctor` does.
 */
export function searchPath(
  { embedder }: Config["retrieval"],
  { models, downloaded }: ModelLocations,
): AnsweringPath {
  if (embedder === "off" || embedder === "") return { by: "words", model: null, note: null };
  if (embedder === "built-in") return pathWithModel(builtInModel, isFolder(join(models, builtInModel)));
  const model = embedder === "transformers" ? referenceModel : embedder;
  return pathWithModel(model, isFolder(model) || downloaded.some((folder) => isDownloaded(model, folder)));
}

function pathWithModel(model: string, isAvailable: boolean): AnsweringPath {
  if (isAvailable) return { by: "words and meaning", model, note: null };
  return { by: "words", model: null, note: `the model ${model} is not on this machine` };
}
