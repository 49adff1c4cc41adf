import { realpathSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "./is-within.js";
import { readForeign } from "./read-foreign.js";

/**
 * The bytes of a file inside a folder. `absent` when it is not a regular file, or when `..` or a link leads
 * outside the folder; `unreadable` when it is too large or cannot be read.
 */
export function readInside(root: string, path: string, maxBytes: number): Buffer | "absent" | "unreadable" {
  const file = join(root, path);
  try {
    const real = realpathSync(file);
    if (!isWithin(realpathSync(root), real)) return "absent";
    const read = readForeign(real, { maxBytes, refuseLinks: true });
    if ("bytes" in read) return read.bytes;
    return "absent" in read || !read.isFile ? "absent" : "unreadable";
  } catch (error) {
    return missingPathCodes.has((error as NodeJS.ErrnoException).code ?? "") ? "absent" : "unreadable";
  }
}

/** Error codes of paths that do not exist or cannot exist. */
const missingPathCodes = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);
