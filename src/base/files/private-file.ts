import { chmodSync, closeSync, mkdtempSync, openSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "./replace-file.js";

/** Only its owner may read and write it, whatever the caller's umask says. */
const ownerOnly = 0o600;

/** Makes an empty file that only its owner can read; fails where there is one. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, "wx", ownerOnly));
}

/**
 * Writes a file for this user alone into the system's temporary folder, which all users share: in a new folder
 * of its own, so that nobody knows its name before, or puts a link in its place. Returns where it is.
 */
export function writePrivateTemp(name: string, content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "whetstone-")), name);
  replaceFile(file, content, ownerOnly);
  return file;
}

/** Windows has no such bits; there the folder of the user protects the file. */
export function mayOthersRead(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return process.platform !== "win32" && stat !== undefined && (stat.mode & 0o077) !== 0;
}

/** Takes the rights of others away from a file, where there is one. Another user's file is left as it is. */
export function makePrivate(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || (stat.mode & 0o077) === 0 || stat.uid !== process.getuid?.()) return;
  chmodSync(file, ownerOnly);
}
