import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";

/**
 * The bytes of a file inside a folder; undefined when it is not there, no plain file, too large, cannot be read, or lies
 * outside, by its dots or behind a link.
 */
export function readInside(root: string, path: string, maxBytes: number): Buffer | undefined {
  const file = join(root, path);
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size > maxBytes) return undefined;
    return isInside(realpathSync(root), realpathSync(file)) ? readFileSync(file) : undefined;
  } catch {
    // What cannot be read is as good as not there.
    return undefined;
  }
}

function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== "" && !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`);
}
