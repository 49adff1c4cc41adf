import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/settings.js";
import { readSynonymText, type SynonymMap, synonymText } from "../engines/retrieval/synonym-map.js";
import { makeFolder } from "../files/make-folder.js";
import { replaceFile } from "../files/replace-file.js";

const fileName = "synonym-map.json";
/** Far more than the pairs that are ever written; a larger file is not ours, and not read. */
const mostBytes = 262_144;

/**
 * The learned synonyms of a folder; none when the file is missing, cannot be read or is larger than it may
 * be.
 */
export function readSynonymFile(folder: string, settings: Config["retrieval"]): SynonymMap {
  const bytes = bytesUpTo(join(folder, fileName), mostBytes);
  return bytes === undefined ? [] : readSynonymText(bytes.toString("utf8"), settings);
}

/** Reads no more than one byte beyond the limit, whatever the file is by then. */
function bytesUpTo(file: string, most: number): Buffer | undefined {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    const handle = openSync(file, "r");
    const bytes = Buffer.alloc(most + 1);
    const length = readSync(handle, bytes, 0, most + 1, 0);
    closeSync(handle);
    return length > most ? undefined : bytes.subarray(0, length);
  } catch (error) {
    // Synonyms help; nothing depends on them.
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

export function writeSynonymFile(folder: string, map: SynonymMap): void {
  makeFolder(folder);
  replaceFile(join(folder, fileName), synonymText(map));
}
