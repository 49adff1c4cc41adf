import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ModelStamp } from "../vector-index.js";
import { folderSize } from "./folder-size.js";

/** Every write leaves a version with its files; searching slows down with their number. */
const mostVersions = 8;

/**
 * What was replaced or deleted stays on the disk until then. Tidying writes the live rows once more: three
 * times at its peak.
 */
const mostTimesLive = 2;

/** Below this, versions and schemas outweigh the rows, and their number alone decides. */
const smallBytes = 65_536;

/**
 * Whether old versions are to be merged and removed. Told by what is on the disk, not by what this process
 * wrote: short processes that write once each would never tidy.
 */
export function isUntidy(path: string, rows: number, { dimensions }: ModelStamp): boolean {
  const versions = readdirSync(join(path, "_versions")).filter((name) => name.endsWith(".manifest")).length;
  if (versions >= mostVersions) return true;
  const live = rows * dimensions * Float32Array.BYTES_PER_ELEMENT;
  const size = folderSize(path);
  return size > smallBytes && size > mostTimesLive * live;
}
