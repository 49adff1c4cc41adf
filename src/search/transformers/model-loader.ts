import { readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { firstLineOf, WhetstoneError } from "../../base/errors.js";
import { makeFolder } from "../../base/files/make-folder.js";
import { digest } from "../../base/text/digest.js";
import { hubWeights, isDownloaded } from "../downloaded-model.js";
import type { Transformers } from "./import-transformers.js";

export interface TransformersOptions {
  /** The name of a model on the hub, or a folder with one. */
  readonly model: string;
  /** Where downloaded models are kept. */
  readonly cacheFolder: string;
  /** Whether missing files may be downloaded. */
  readonly downloads: boolean;
  /** Called with 0 and the total bytes before a download, then with the bytes received so far. */
  readonly progress?: (done: number, total: number) => void;
  /** The address of the hub; the default one if left out. */
  readonly hub?: string;
}

export interface ModelSource {
  readonly id: string;
  readonly name: string;
  readonly weights: Weights;
  readonly local: boolean;
}

/** Models of the hub use their quantised weights: 110 MB instead of 438 for the reference model. */
export function modelSource({ model }: TransformersOptions): ModelSource {
  if (!isModelFolder(model)) return { id: model, name: `${model} q8`, weights: "q8", local: false };
  const folder = resolve(model);
  const weights = weightsIn(folder);
  return {
    id: folder,
    name: `${basename(folder)} ${weights} ${modelFingerprint(folder, weights)}`,
    weights,
    local: true,
  };
}

type PretrainedOptions = Readonly<Parameters<Transformers["AutoModel"]["from_pretrained"]>[1]>;

/** Returns a function that loads with the options for this source and throws only `WhetstoneError`s. */
export async function createLoader(
  transformers: Transformers,
  source: ModelSource,
  options: TransformersOptions,
) {
  const { env, LogLevel } = transformers;
  // Paths are absolute; by default the library would look below a folder of its own.
  env.localModelPath = "";
  env.logLevel = LogLevel.ERROR;
  if (options.hub !== undefined) env.remoteHost = options.hub;
  const offline = source.local || !options.downloads;
  // The load options are not enough: the library looks for some small files by its global settings.
  env.allowRemoteModels = !offline;
  env.cacheDir = options.cacheFolder;
  // The library also reports files that it reads from the cache.
  const progress = offline || isDownloaded(source.id, options.cacheFolder) ? undefined : options.progress;
  const from: PretrainedOptions = {
    dtype: source.weights,
    cache_dir: options.cacheFolder,
    local_files_only: offline,
    ...(progress === undefined ? {} : { progress_callback: totalProgress(progress) }),
  };
  const load = async <T>(work: (from: PretrainedOptions) => Promise<T>): Promise<T> => {
    try {
      return await work(from);
    } catch (error) {
      throw loadError(source, options, error);
    }
  };
  if (offline) return load;
  // The library would report a read-only disk as a missing folder.
  await load(async () => makeFolder(options.cacheFolder));
  if (progress !== undefined) await load(() => reportDownloadSize(transformers, source, progress, from));
  return load;
}

/** Reports the size of the missing files before the download begins. */
async function reportDownloadSize(
  { ModelRegistry }: Transformers,
  { id, weights }: ModelSource,
  progress: (done: number, total: number) => void,
  from: PretrainedOptions,
) {
  const files = await ModelRegistry.get_files(id, { dtype: weights });
  const sizes = await Promise.all(files.map((file) => ModelRegistry.get_file_metadata(id, file, from)));
  const missing = sizes.filter(({ exists, fromCache }) => exists && fromCache !== true);
  const total = missing.reduce((sum, { size = 0 }) => sum + size, 0);
  if (total > 0) progress(0, total);
}

/** Adds up the progress of single files, which the library reports one by one. */
function totalProgress(progress: (done: number, total: number) => void) {
  const files = new Map<string, { readonly loaded: number; readonly total: number }>();
  return (info: {
    readonly status: string;
    readonly file?: string;
    readonly loaded?: number;
    readonly total?: number;
  }) => {
    if (info.status !== "progress" || info.file === undefined) return;
    files.set(info.file, { loaded: info.loaded ?? 0, total: info.total ?? 0 });
    const all = [...files.values()];
    progress(
      all.reduce((sum, { loaded }) => sum + loaded, 0),
      all.reduce((sum, { total }) => sum + total, 0),
    );
  };
}

function loadError(
  { id, local }: ModelSource,
  { downloads, cacheFolder }: TransformersOptions,
  cause: unknown,
): WhetstoneError {
  if (cause instanceof WhetstoneError) return cause;
  // The error of the library for a file that it may not download is misleading.
  const message =
    local || downloads ? `does not load: ${firstLineOf(cause)}` : "is not on this machine, or incomplete";
  return new WhetstoneError("not_found", `the model ${id} ${message}`, {
    field: "retrieval.embedder",
    next:
      local || downloads
        ? "check the name, the folder and the network, or set retrieval.embedder to built-in"
        : "set retrieval.modelDownloads to true and call 'whetstone search' to download it into " +
          `${cacheFolder}, or name a folder that holds it`,
    values: { model: id },
    cause,
  });
}

/** The names of Transformers.js. Quantised weights are a quarter of the size. */
type Weights = "q8" | "fp32";

const weightsFile = { q8: hubWeights, fp32: "onnx/model.onnx" } as const;

/** Whether this is a folder on this machine and not the name of a model on the hub. */
function isModelFolder(model: string): boolean {
  try {
    return statSync(model, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    // Not a valid path: part of it is a file, or it is too long.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

/** The weights in a folder; full weights are preferred to quantised ones. */
function weightsIn(folder: string): Weights {
  const found = (["fp32", "q8"] as const).find((weights) => fileSize(join(folder, weightsFile[weights])) > 0);
  if (found !== undefined) return found;
  throw missingFileError(folder, weightsFile.fp32);
}

/** Changes when the files of a folder change, so that vectors of different models are never compared. */
function modelFingerprint(folder: string, weights: Weights): string {
  const size = fileSize(join(folder, weightsFile[weights]));
  const config = join(folder, "config.json");
  if (fileSize(config) === 0) throw missingFileError(folder, "config.json");
  return digest(`${size} ${readFileSync(config, "utf8")}`).slice(0, 8);
}

function missingFileError(folder: string, file: string): WhetstoneError {
  return new WhetstoneError("not_found", `${folder} is not a model folder: ${file} is missing`, {
    field: "retrieval.embedder",
    next: "name a folder with config.json, tokenizer.json and onnx/model.onnx",
    values: { folder },
  });
}

function fileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
