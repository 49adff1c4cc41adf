import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { WhetstoneError } from "../../errors.js";
import { digest } from "../../text/digest.js";
import { hubWeights } from "../downloaded-model.js";

/** Weights as Transformers.js names them. The quantised ones are a quarter of the size. */
export type Weights = "q8" | "fp32";

const fileOf = { q8: hubWeights, fp32: "onnx/model.onnx" } as const;

/** Whether this names a folder of this machine and not a model of a hub. */
export function isModelFolder(model: string): boolean {
  try {
    return statSync(model, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    // No path at all: part of it is a file, or it is too long.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

/** Which weights a folder holds, full ones before quantised ones. */
export function weightsIn(folder: string): Weights {
  const found = (["fp32", "q8"] as const).find((weights) => sizeOf(join(folder, fileOf[weights])) > 0);
  if (found !== undefined) return found;
  throw noModel(folder, fileOf.fp32);
}

/** Other files in the same folder are another model, so that vectors of the two are never compared. */
export function fingerprintOf(folder: string, weights: Weights): string {
  const size = sizeOf(join(folder, fileOf[weights]));
  const config = join(folder, "config.json");
  if (sizeOf(config) === 0) throw noModel(folder, "config.json");
  return digest(`${size} ${readFileSync(config, "utf8")}`).slice(0, 8);
}

function noModel(folder: string, file: string): WhetstoneError {
  return new WhetstoneError("not_found", `${folder} holds no model: ${file} is missing`, {
    field: "retrieval.embedder",
    next: "name a folder with config.json, tokenizer.json and onnx/model.onnx",
    values: { folder },
  });
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
