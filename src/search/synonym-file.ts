import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/settings.js";
import type { SynonymMap } from "../engines/retrieval/synonym-map.js";
import { readSynonymText, synonymText } from "../engines/retrieval/synonym-text.js";
import { makeFolder } from "../files/make-folder.js";
import { replaceFile } from "../files/replace-file.js";

const fileName = "synonym-map.json";

/** The learned synonyms of a folder; none when the file is missing or larger than it may be. Its size is looked at first. */
export function readSynonymFile(folder: string, settings: Config["retrieval"]): SynonymMap {
  const file = join(folder, fileName);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > settings.synonymMapMaxBytes) return [];
  return readSynonymText(readFileSync(file, "utf8"), settings);
}

export function writeSynonymFile(folder: string, map: SynonymMap): void {
  makeFolder(folder);
  replaceFile(join(folder, fileName), synonymText(map));
}
