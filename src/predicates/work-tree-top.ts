import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder with `.git` that holds `root`, which must be a real path, or is it. Git is told it explicitly:
 * by itself it takes a folder that merely looks like a bare repository for one.
 */
export function workTreeTop(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const entry = lstatSync(join(folder, ".git"), { throwIfNoEntry: false });
    if (entry !== undefined && (folder === root || isOurs(entry.uid))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** A repository that another user put into a folder above, as into /tmp, has no say about this project. */
function isOurs(uid: number): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}
