import { chmodSync, existsSync, readdirSync, realpathSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../files/make-folder.js";
import { replaceFile } from "../files/replace-file.js";
import type { FileChange } from "./plan-setup.js";

/** Writes what was planned. Returns for each file the folders that had to be made, the innermost first. */
export function applyChanges(changes: readonly FileChange[]): readonly (readonly string[])[] {
  const made = changes.map(({ path, after, isPrivate = false }) => {
    if (after !== null) return write(path, after, isPrivate ? 0o600 : undefined);
    rmSync(path, { force: true });
    return [];
  });
  // When all files are gone: two of them may share a folder that was made for one.
  for (const { after, folders = [] } of changes)
    for (const folder of after === null ? folders : [])
      if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
  return made;
}

/** A link stays one, and a file keeps who may read it; `newMode` is for one that was not there. */
function write(path: string, text: string, newMode: number | undefined): readonly string[] {
  const made = missingFolders(dirname(path));
  makeFolder(dirname(path));
  const file = existsSync(path) ? realpathSync(path) : path;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? newMode;
  replaceFile(file, text, mode);
  if (mode !== undefined) chmodSync(file, mode & 0o7777);
  return made;
}

function missingFolders(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}
