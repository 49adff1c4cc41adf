import type { PredicateFault } from "./predicate.js";

/**
 * What keeps a text from naming a file below the project's folder, with slashes between its parts. Git's own
 * folder is not part of the work, under any spelling that a case-insensitive disk takes for it.
 */
export function pathFault(path: string): PredicateFault | undefined {
  if (path === "") return { error: "needs a path", position: 0 };
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) {
    return { error: "must be relative to the project's folder", position: 0 };
  }
  const backslash = path.indexOf("\\");
  if (backslash !== -1) return { error: "takes / between folders, and no backslash", position: backslash };
  let position = 0;
  for (const part of path.split("/")) {
    const error = partError(part);
    if (error !== undefined) return { error, position };
    position += part.length + 1;
  }
  return undefined;
}

function partError(part: string): string | undefined {
  if (part === "") return "has an empty part: two slashes, or one at the end";
  if (part === "." || part === "..") return `must not hold ${part}`;
  // `.git.`, `.git ` and `git~1` are other names for it on Windows.
  if (/^(\.git[. ]*|git~\d+)$/i.test(part)) return "must not lead into git's own folder";
  return undefined;
}
