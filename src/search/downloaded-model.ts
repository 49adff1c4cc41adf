import { statSync } from "node:fs";
import { join } from "node:path";

/** Folders that may hold downloaded models. What is downloaded comes into the first. */
export type ModelFolders = readonly [string, ...string[]];

/** Of a hub's models the quantised weights are taken. */
export const hubWeights = "onnx/model_quantized.onnx";

/** The first folder that has the model; the very first, where it would come, when none has. */
export function folderOfModel(model: string, folders: ModelFolders): string {
  return folders.find((folder) => isDownloaded(model, folder)) ?? folders[0];
}

/** Weights come last, and under another name until they are whole: with them a model is here. */
export function isDownloaded(model: string, folder: string): boolean {
  try {
    return statSync(join(folder, model, hubWeights), { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    // No path at all: part of it is a file, or it is too long.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
