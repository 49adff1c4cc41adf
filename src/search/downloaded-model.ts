import { statSync } from "node:fs";
import { join } from "node:path";

/** Folders that may hold downloaded models. Downloads go to the first. */
export type ModelFolders = readonly [string, ...string[]];

/** The quantised weights, which are the ones used of models on the hub. */
export const hubWeights = "onnx/model_quantized.onnx";

/** The first folder that has the model, else the folder that it would be downloaded to. */
export function folderOfModel(model: string, folders: ModelFolders): string {
  return folders.find((folder) => isDownloaded(model, folder)) ?? folders[0];
}

/** Weights are downloaded last and renamed when complete, so a model with weights is complete. */
export function isDownloaded(model: string, folder: string): boolean {
  try {
    return statSync(join(folder, model, hubWeights), { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    // Not a valid path: part of it is a file, or it is too long.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
