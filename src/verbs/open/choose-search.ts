import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Places } from "../../base/project/places.js";
import type { Ledger } from "../../log/store/ledger.js";
import type { Progress } from "../../log/store/store.js";
import type { LessonSearch } from "../../search/lesson-search.js";

interface SearchFolders {
  readonly data: string | undefined;
  readonly downloaded: Places["models"];
}

/** In memory alone where there is no folder for its files. */
export async function chooseSearch(
  ledger: Ledger,
  { data, downloaded }: SearchFolders,
  progress: Progress | undefined,
): Promise<LessonSearch> {
  const { openSearch } = await import("../../search/open-search.js");
  const { forgottenCount } = await import("../../lessons/forget/forgotten-count.js");
  return openSearch({
    dataFolder: data,
    modelsFolder: modelsFolder(),
    downloaded,
    settings: ledger.config.retrieval,
    forgotten: () => ledger.read(forgottenCount),
    ...(progress === undefined ? {} : { progress }),
  });
}

/** The folder of the built-in models: the nearest above this file, in the package or in the sources. */
export function modelsFolder(below: string = dirname(import.meta.filename)): string {
  const folder = join(below, "models");
  return dirname(below) === below || existsSync(join(folder, "static-deb-256"))
    ? folder
    : modelsFolder(dirname(below));
}
