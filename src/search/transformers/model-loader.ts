import { basename, resolve } from "node:path";
import { WhetstoneError } from "../../errors.js";
import { makeFolder } from "../../files/make-folder.js";
import { isDownloaded } from "../downloaded-model.js";
import type { Transformers } from "./import-transformers.js";
import { fingerprintOf, isModelFolder, type Weights, weightsIn } from "./model-files.js";

export interface TransformersOptions {
  /** The name of a model on the hub, or a folder with one. */
  readonly model: string;
  /** Where downloaded models are kept. */
  readonly cacheFolder: string;
  /** Whether files that are not here may be downloaded. */
  readonly downloads: boolean;
  /** Told the whole size before the first byte comes, then how much of it is here. */
  readonly progress?: (done: number, total: number) => void;
  /** The hub, if not the usual one. */
  readonly hub?: string;
}

export interface Source {
  readonly id: string;
  readonly name: string;
  readonly weights: Weights;
  readonly local: boolean;
}

/** Of a hub's models the quantised weights are taken: 110 MB instead of 438 for the reference model. */
export function sourceOf({ model }: TransformersOptions): Source {
  if (!isModelFolder(model)) return { id: model, name: `${model} q8`, weights: "q8", local: false };
  const folder = resolve(model);
  const weights = weightsIn(folder);
  return {
    id: folder,
    name: `${basename(folder)} ${weights} ${fingerprintOf(folder, weights)}`,
    weights,
    local: true,
  };
}

type From = Readonly<Parameters<Transformers["AutoModel"]["from_pretrained"]>[1]>;

/** Runs a load with the options for this source, and puts its failure into our words. */
export async function loader(transformers: Transformers, source: Source, options: TransformersOptions) {
  const { env, LogLevel } = transformers;
  // Folders are given whole; the library would look for them below one of its own.
  env.localModelPath = "";
  env.logLevel = LogLevel.ERROR;
  if (options.hub !== undefined) env.remoteHost = options.hub;
  const offline = source.local || !options.downloads;
  // The options of a load alone are not enough: some small files are looked for by the library's own
  // settings.
  env.allowRemoteModels = !offline;
  env.cacheDir = options.cacheFolder;
  // The library tells of files that it reads from here as well.
  const progress = offline || isDownloaded(source.id, options.cacheFolder) ? undefined : options.progress;
  const from: From = {
    dtype: source.weights,
    cache_dir: options.cacheFolder,
    local_files_only: offline,
    ...(progress === undefined ? {} : { progress_callback: reporter(progress) }),
  };
  const load = async <T>(work: (from: From) => Promise<T>): Promise<T> => {
    try {
      return await work(from);
    } catch (error) {
      throw notLoaded(source, options, error);
    }
  };
  if (offline) return load;
  // The library's own way of making it says of a disk that cannot be written that the folder is missing.
  await load(async () => makeFolder(options.cacheFolder));
  if (progress !== undefined) await load(() => announce(transformers, source, progress, from));
  return load;
}

/** The size of what is not here yet, before it comes. */
async function announce(
  { ModelRegistry }: Transformers,
  { id, weights }: Source,
  progress: (done: number, total: number) => void,
  from: From,
) {
  const files = await ModelRegistry.get_files(id, { dtype: weights });
  const sizes = await Promise.all(files.map((file) => ModelRegistry.get_file_metadata(id, file, from)));
  const missing = sizes.filter(({ exists, fromCache }) => exists && fromCache !== true);
  const total = missing.reduce((sum, { size = 0 }) => sum + size, 0);
  if (total > 0) progress(0, total);
}

/** The library reports each file by itself; a person wants one bar. */
function reporter(progress: (done: number, total: number) => void) {
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

function notLoaded(
  { id, local }: Source,
  { downloads, cacheFolder }: TransformersOptions,
  cause: unknown,
): WhetstoneError {
  if (cause instanceof WhetstoneError) return cause;
  const reason = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
  // What the library says of a file that it may not fetch is about something else.
  const message = local || downloads ? `does not load: ${reason}` : "is not on this machine, or not whole";
  return new WhetstoneError("not_found", `the model ${id} ${message}`, {
    field: "retrieval.embedder",
    next:
      local || downloads
        ? "check the name, the folder and the network, or set retrieval.embedder to built-in"
        : `set retrieval.modelDownloads to true and call 'whetstone search' to download it into ${cacheFolder}, or name a folder that holds it`,
    values: { model: id },
    cause,
  });
}
