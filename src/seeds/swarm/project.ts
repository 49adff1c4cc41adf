import type { SettingValue } from "../../base/config/setting.js";
import { type Config, configFrom } from "../../base/config/settings.js";
import { WhetstoneError } from "../../base/errors.js";
import type { Result } from "../../verbs/frame/handle.js";
import type { OpenOptions } from "../../verbs/open/open-options.js";
import { openWhetstone } from "../../verbs/open/open-whetstone.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";

/** An open project, or how to open one. */
export type ProjectSource = Whetstone | OpenOptions;

export interface ProjectHandle {
  /** Opens it at the first call. */
  get(): Promise<Whetstone>;
  /** Closes what was opened here, and leaves alone what was given open. */
  close(): Promise<void>;
}

export function projectHandle(source: ProjectSource = {}): ProjectHandle {
  if (isOpen(source)) return { get: async () => source, close: async () => undefined };
  const held: { opening?: Promise<Whetstone> } = {};
  return {
    get: () => {
      held.opening ??= openWhetstone(source);
      return held.opening;
    },
    close: async () => (await held.opening)?.close(),
  };
}

function isOpen(source: ProjectSource): source is Whetstone {
  return "record" in source;
}

/** Works on a project that is open, or opens one for this piece of work and closes it however that ends. */
export async function withProject<T>(
  source: ProjectSource | undefined,
  work: (ws: Whetstone) => Promise<T>,
): Promise<T> {
  const handle = projectHandle(source);
  try {
    return await work(await handle.get());
  } finally {
    await handle.close();
  }
}

/** What reading the history of a project takes: its lines, its settings and the states of its lessons. */
export interface ReadableProject {
  export(): AsyncIterable<string>;
  status(options: { readonly config: true }): Promise<Result<"status">>;
  readonly lessons: { list(): Promise<Result<"lessons list">> };
}

/**
 * The settings that the project's own folds use, so that what is worked out beside them comes out the same.
 */
export async function configInForce(project: Pick<ReadableProject, "status">): Promise<Config> {
  const { config } = await project.status({ config: true });
  if (config === undefined)
    throw new WhetstoneError("internal", "the status came without the settings asked for");
  return configFrom(new Map(config.map(({ path, value }) => [path, value as SettingValue])));
}

/**
 * What stands for a duration that was not measured: the shortest that counts as neither fast nor slow, so
 * that it speaks neither for nor against the work. The summary says so in the log: a made-up number must be
 * recognisable as one.
 */
export async function unmeasuredDuration(
  project: Pick<ReadableProject, "status">,
): Promise<{ readonly durationMs: number; readonly summary: string }> {
  const { outcomes } = await configInForce(project);
  return {
    durationMs: outcomes.fastBelowMs,
    summary: "The duration was not measured; a neutral one stands for it.",
  };
}
