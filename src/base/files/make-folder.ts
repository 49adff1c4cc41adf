import { lstatSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileError } from "./file-error.js";

/**
 * Makes a folder and its parents. Throws a `WhetstoneError` when that fails. Node's own `recursive` hides why it failed: on a read-only file system it
 * reports a missing folder, and on some it never returns.
 */
export function makeFolder(folder: string): void {
  try {
    makeParts(folder);
  } catch (error) {
    throw fileError(error, folder);
  }
}

function makeParts(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeParts(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isFolder(folder)) throw error;
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
