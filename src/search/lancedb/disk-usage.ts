import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ModelStamp } from "../vector-index.js";

/** Every write adds a version with its own files, and searching slows down with their number. */
const maxVersions = 8;

/**
 * Replaced and deleted rows stay on disk until compaction, which writes the live rows once more: three times
 * the live size at its peak.
 */
const maxLiveRatio = 2;

/** Below this size versions and schemas outweigh the rows, so only the number of versions decides. */
const smallBytes = 65_536;

/**
 * Whether old versions should be merged and removed. Decided by the files on disk, not by the writes of this
 * process: short processes that write once each would never compact.
 */
export function needsCompaction(path: string, rows: number, { dimensions }: ModelStamp): boolean {
  const versions = readdirSync(join(path, "_versions")).filter((name) => name.endsWith(".manifest")).length;
  if (versions >= maxVersions) return true;
  const live = rows * dimensions * Float32Array.BYTES_PER_ELEMENT;
  const size = folderSize(path);
  return size > smallBytes && size > maxLiveRatio * live;
}

/**
 * The bytes of all files below a folder; 0 when it does not exist. Files that vanish meanwhile are skipped.
 */
export function folderSize(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).reduce((sum, name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (stat?.isFile() === true ? stat.size : 0);
  }, 0);
}
