import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";

/**
 * The bytes of a file inside a folder. `absent` when there is no plain file, or when it lies outside, by its
 * dots or behind a link; `unreadable` when there is one, but it is too large or something keeps us from
 * reading it.
 */
export function readInside(root: string, path: string, maxBytes: number): Buffer | "absent" | "unreadable" {
  const file = join(root, path);
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || !isInside(realpathSync(root), realpathSync(file))) return "absent";
    return stat.size > maxBytes ? "unreadable" : readFileSync(file);
  } catch (error) {
    return nowhere.has((error as NodeJS.ErrnoException).code ?? "") ? "absent" : "unreadable";
  }
}

/** What a path fails with that leads nowhere, or that no file can have. */
const nowhere = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== "" && !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`);
}
