/** A path in two parts: where it starts from, and the way from there without `.`, `..` and empty parts. */
export interface ProjectPath {
  /**
   * Empty below the project's folder, `/` for an absolute path, `../` once or more for one that leaves the
   * folder.
   */
  readonly from: string;
  readonly way: string;
}

/** Normalises a path with slashes, without looking at a disk. `..` above the root of a disk stays there. */
export function projectPath(path: string): ProjectPath {
  const absolute = path.startsWith("/");
  const parts: string[] = [];
  let above = 0;
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) above += 1;
  }
  return { from: absolute ? "/" : "../".repeat(above), way: parts.join("/") };
}
