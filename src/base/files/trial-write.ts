import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileError } from "./file-error.js";

/** One page of a database: a disk without room for it counts as full. */
const trialBytes = 4_096;

/**
 * Writes a small file into a folder, syncs it and removes it. Throws a `WhetstoneError` when that fails.
 */
export function trialWrite(folder: string): void {
  const file = join(folder, `.trial-${process.pid}`);
  try {
    const handle = openSync(file, "w", 0o600);
    try {
      writeSync(handle, Buffer.alloc(trialBytes));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
      rmSync(file, { force: true });
    }
  } catch (error) {
    throw fileError(error, file);
  }
}

/**
 * Opens a file for writing and leaves it unchanged. Throws a `WhetstoneError` when that fails; a missing file
 * is not a failure.
 */
export function trialOpen(file: string): void {
  try {
    closeSync(openSync(file, "r+"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw fileError(error, file);
  }
}

/**
 * Checks that a folder of small files, and each file in it, can be written. A missing folder is not a
 * failure.
 */
export function trialFolder(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of fileNamesIn(folder)) trialOpen(join(folder, name));
  trialWrite(folder);
}

function fileNamesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw fileError(error, folder);
  }
}

/** The path itself or its nearest existing parent, which may be a file. */
export function nearestExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder));
}
