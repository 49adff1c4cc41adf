import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../base/config/settings.js";
import { makeFolder } from "../base/files/make-folder.js";
import { replaceFile } from "../base/files/replace-file.js";
import { readSynonymText, type SynonymMap, synonymText } from "./order/synonym-map.js";

const fileName = "synonym-map.json";
/** Much more than is ever written; a larger file was not written by Whetstone and is not read. */
const maxBytes = 262_144;

/**
 * The learned synonyms in a folder; empty when the file is missing, unreadable or too large.
 */
export function readSynonymFile(folder: string, settings: Config["retrieval"]): SynonymMap {
  const bytes = readUpTo(join(folder, fileName), maxBytes);
  return bytes === undefined ? [] : readSynonymText(bytes.toString("utf8"), settings);
}

/** Reads at most one byte beyond the limit, even when the file grows meanwhile. */
function readUpTo(file: string, limit: number): Buffer | undefined {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    const handle = openSync(file, "r");
    const bytes = Buffer.alloc(limit + 1);
    const length = readSync(handle, bytes, 0, limit + 1, 0);
    closeSync(handle);
    return length > limit ? undefined : bytes.subarray(0, length);
  } catch (error) {
    // Search works without synonyms.
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

export function writeSynonymFile(folder: string, map: SynonymMap): void {
  makeFolder(folder);
  replaceFile(join(folder, fileName), synonymText(map));
}
