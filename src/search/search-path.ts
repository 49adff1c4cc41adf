import { join } from "node:path";
import type { Config } from "../config/settings.js";
import { isFolder } from "../files/make-folder.js";
import { isDownloaded, type ModelFolders } from "./downloaded-model.js";

/** By what lessons are found. */
export interface AnsweringPath {
  readonly by: "words" | "words and meaning";
  /** The model that compares meanings; null without one. */
  readonly model: string | null;
  /** Why it is not the model of the settings; null when it is. */
  readonly note: string | null;
}

export interface SearchFolders {
  /** The folder of the built-in models in the package. */
  readonly models: string;
  /** Where models of others are kept once they are here. */
  readonly downloaded: ModelFolders;
}

/** The folder of the model that comes with the package. */
export const builtIn = "static-deb-256";

/** The model of the rules that we come from, for who asks for Transformers.js and names none. */
export const reference = "Xenova/all-mpnet-base-v2";

/**
 * What search would answer by, from the settings and from which files are there. It opens neither the model
 * nor the index, so a file that is there and damaged is not seen: `doctor` opens them.
 */
export function searchPath(
  { embedder }: Config["retrieval"],
  { models, downloaded }: SearchFolders,
): AnsweringPath {
  if (embedder === "off" || embedder === "") return { by: "words", model: null, note: null };
  if (embedder === "built-in") return found(builtIn, isFolder(join(models, builtIn)));
  const model = embedder === "transformers" ? reference : embedder;
  return found(model, isFolder(model) || downloaded.some((folder) => isDownloaded(model, folder)));
}

function found(model: string, isHere: boolean): AnsweringPath {
  if (isHere) return { by: "words and meaning", model, note: null };
  return { by: "words", model: null, note: `the model ${model} is not here` };
}
