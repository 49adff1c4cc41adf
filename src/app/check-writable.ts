import { accessSync, constants, statfsSync } from "node:fs";
import { WhetstoneError } from "../errors.js";
import { fileError } from "../files/file-error.js";
import { isFolder } from "../files/make-folder.js";
import { nearestExisting, trialOpen, trialWrite } from "../files/trial-write.js";
import type { Check } from "./check.js";
import type { Context } from "./context.js";

/** Room for the write-ahead log and a backup of a usual store. */
const fewBytes = 67_108_864;
const megabyte = 1_048_576;

/** Whether what is learned can be kept: the folder, the files of the database in it, and room on the disk. */
export function checkWritable({ ledger, places }: Context): Check {
  const name = "data folder";
  const database = ledger.store.location;
  if (database === undefined) return { name, state: "ok", detail: "none: the store is in memory" };
  const folder = nearestExisting(places.data);
  try {
    if (!isFolder(folder)) throw inTheWay(folder);
    // A folder that is not ours is not written to, even for a moment.
    if (folder === places.data) trialWrite(folder);
    else accessSync(folder, constants.W_OK);
    for (const file of [database, `${database}-wal`, `${database}-shm`]) trialOpen(file);
  } catch (error) {
    return notKept(name, fileError(error, folder));
  }
  const free = freeBytes(folder);
  if (free >= fewBytes) return { name, state: "ok", detail: places.data };
  return {
    name,
    state: "warning",
    detail: `${places.data} has ${Math.floor(free / megabyte)} MB left on its disk`,
    next: "free some space, or set store.folder or WHETSTONE_DATA_DIR to a folder on another disk",
  };
}

function notKept(name: string, error: unknown): Check {
  const detail = error instanceof Error ? error.message : String(error);
  const full = error instanceof WhetstoneError && error.code === "disk_full";
  const elsewhere = "set store.folder or WHETSTONE_DATA_DIR to a folder you can write";
  if (full) return { name, state: "problem", detail, next: `free some space, or ${elsewhere}` };
  const known =
    error instanceof WhetstoneError && error.next !== undefined ? error.next : "change the permissions";
  return {
    name,
    state: "problem",
    detail: `${detail}; nothing can be recorded`,
    next: `${known}, or ${elsewhere}`,
  };
}

function inTheWay(path: string): WhetstoneError {
  return new WhetstoneError("not_writable", `${path} is a file, and a folder has to be there`, {
    next: "move it away",
    values: { path },
  });
}

/** A file system that does not tell is taken to have room. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
