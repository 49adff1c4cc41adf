import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";

/**
 * The bytes of a file inside a folder. `absent` when it is not a regular file, or when `..` or a link leads
 * outside the folder; `unreadable` when it is too large or cannot be read.
 */
export function readInside(root: string, path: string, maxBytes: number): Buffer | "absent" | "unreadable" {
  const file = join(root, path);
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || !isInside(realpathSync(root), realpathSync(file))) return "absent";
    return stat.size > maxBytes ? "unreadable" : readFileSync(file);
  } catch (error) {
    return missingPathCodes.has((error as NodeJS.ErrnoException).code ?? "") ? "absent" : "unreadable";
  }
}

/** Error codes of paths that do not exist or cannot exist. */
const missingPathCodes = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== "" && !isAbsolute(path) && path !== ".." && !path.startsWith(`..${sep}`);
}
