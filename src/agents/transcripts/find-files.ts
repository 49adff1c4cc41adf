import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Faults } from "./transcript.js";

/** More files than one user's agents write. */
const filesAtMost = 200_000;

/**
 * The plain files below a folder whose path fits, at most `depth` folders down. Links are not followed, so
 * that nothing outside is read and no circle is walked.
 */
export function findFiles(
  folder: string,
  depth: number,
  fits: (name: string) => boolean,
  faults: Faults,
): readonly string[] {
  const found: string[] = [];
  const walk = (below: string, left: number) => {
    for (const entry of folderEntries(below, faults)) {
      const path = join(below, entry.name);
      if (found.length >= filesAtMost) return;
      if (entry.isDirectory() && left > 0) walk(path, left - 1);
      else if (entry.isFile() && fits(entry.name)) found.push(path);
      else if (entry.isSymbolicLink() && fits(entry.name)) faults.refuse(path, "it is a link");
    }
  };
  walk(folder, depth);
  return found.sort();
}

function folderEntries(folder: string, faults: Faults): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT") faults.refuse(folder, code ?? String(error));
    return [];
  }
}

/** Looks at the beginning of a file: its damaged lines are counted when it is read as a whole. */
export function lookAtBeginning<T>(faults: Faults, look: (found: Faults) => T): T {
  const found = new Faults();
  const result = look(found);
  faults.files.push(...found.files);
  return result;
}

/** When a file was last written; undefined when it is gone. */
export function writtenAt(file: string): number | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
