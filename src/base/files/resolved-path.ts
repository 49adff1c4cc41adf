import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute } from "node:path";

/** More links in a row than a system follows. */
const mostLinks = 40;

/**
 * Where a path leads once the links on its way are followed, for a file that may not be there yet: the
 * deepest part that exists is resolved, and the rest stays as it is written.
 */
export function resolvedPath(path: string): string {
  let at = path;
  let rest = "";
  let links = 0;
  while (dirname(at) !== at && links <= mostLinks) {
    const real = asRead(() => realpathSync.native(at));
    if (real !== undefined) return real + rest;
    const target = asRead(() => readlinkSync(at));
    if (target === undefined) {
      rest = `/${basename(at)}${rest}`;
      at = dirname(at);
    } else {
      // A link to what is not there yet: writing through it makes it.
      at = isAbsolute(target) ? target : `${dirname(at)}/${target}`;
      links += 1;
    }
  }
  return path;
}

function asRead(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    // Not there, not a link, or not ours to see: the part before it says more.
    return undefined;
  }
}
