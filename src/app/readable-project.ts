import type { SettingValue } from "../config/setting.js";
import { type Config, configFrom } from "../config/settings.js";
import { WhetstoneError } from "../errors.js";
import type { Immutable } from "./immutable.js";
import type { LessonsResult } from "./lessons.js";
import type { StatusResult } from "./status.js";

/** What reading the history of an open project takes: its lines, its settings and where its lessons stand. */
export interface ReadableProject {
  export(): AsyncIterable<string>;
  status(options: { readonly config: true }): Promise<Immutable<StatusResult>>;
  readonly lessons: { list(): Promise<LessonsResult> };
}

/**
 * The settings that the project's own folds use, so that what is worked out beside them comes out the same.
 */
export async function configInForce(project: ReadableProject): Promise<Config> {
  const { config } = await project.status({ config: true });
  if (config === undefined)
    throw new WhetstoneError("internal", "the status came without the settings asked for");
  return configFrom(new Map(config.map(({ path, value }) => [path, value as SettingValue])));
}
