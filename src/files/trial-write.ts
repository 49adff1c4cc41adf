import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileError } from "./file-error.js";

/** A page of a database: a disk that has no room for it is full. */
const trialBytes = 4_096;

/**
 * Writes a small file into a folder, hands it to the disk and removes it. Throws what stands in the way, in
 * our words.
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
 * Opens a file for writing and leaves it as it is. Throws what stands in the way, in our words; a file that
 * is not there is none.
 */
export function trialOpen(file: string): void {
  try {
    closeSync(openSync(file, "r+"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw fileError(error, file);
  }
}

/**
 * Looks whether a folder of small files, and each of them, can be written. A folder that is not there is
 * none.
 */
export function trialFolder(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of namesIn(folder)) trialOpen(join(folder, name));
  trialWrite(folder);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw fileError(error, folder);
  }
}

/** The folder itself, or the nearest above it that is there; it may turn out to be a file. */
export function nearestExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder));
}
