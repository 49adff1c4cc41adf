import { join } from "node:path";
import type { LoadedConfig } from "../config/load.js";
import { packageFolder } from "../project/package-folder.js";
import type { LessonSearch } from "../search/lesson-search.js";
import type { Progress } from "../store/store.js";

/** In memory alone where there is no folder for its files. */
export async function chooseSearch(
  { config }: LoadedConfig,
  dataFolder: string | undefined,
  progress: Progress | undefined,
): Promise<LessonSearch> {
  const { openSearch } = await import("../search/open-search.js");
  return openSearch({
    dataFolder,
    modelsFolder: modelsFolder(),
    settings: config.retrieval,
    ...(progress === undefined ? {} : { progress }),
  });
}

/** The folder of the built-in models in the package. */
export function modelsFolder(): string {
  return join(packageFolder(import.meta.filename), "models");
}
