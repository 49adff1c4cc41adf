type MatchesGlob = (glob: string, file: string) => boolean;

/**
 * Whether a glob means a file: itself, or a folder that it lies in. Both start from the same place: a path
 * that leaves the project is meant only by a glob that leaves it in the same way. A name without a slash is
 * meant in any folder.
 */
export function matchesFile(glob: string, file: string, matchesGlob: MatchesGlob): boolean {
  if (!isWholeFolder(file)) return isMeant(glob, file, matchesGlob);
  const folder = file.slice(0, -"/**".length);
  const inside = folder === "" ? "file" : `${folder}/file`;
  return [folder, inside].some((each) => isMeant(glob, each, matchesGlob)) || liesIn(glob, folder);
}

/** `src/**`: a folder that a command takes away with all that is in it. */
export function isWholeFolder(file: string): boolean {
  return /(?:^|\/)\*\*$/.test(file);
}

/** Whether what a glob means lies below a folder, by the part of it that has no wildcard. */
function liesIn(glob: string, folder: string): boolean {
  const wild = glob.search(/[*?[{]/);
  const fixed = wild === -1 ? glob : glob.slice(0, glob.lastIndexOf("/", wild) + 1);
  const wanted = projectPath(fixed);
  const given = projectPath(folder);
  if (wanted.from !== given.from) return false;
  return given.way === "" || wanted.way.startsWith(`${given.way}/`);
}

function isMeant(glob: string, file: string, matchesGlob: MatchesGlob): boolean {
  const wanted = projectPath(glob);
  const given = projectPath(file);
  if (given.from !== wanted.from || given.way === "") return false;
  if (wanted.way === "") return true;
  // `docs/*` does not mean files in deeper folders, unless a trailing slash makes it a folder.
  const folder = glob.endsWith("/") || !/[*?[]/.test(wanted.way.slice(wanted.way.lastIndexOf("/") + 1));
  if (wanted.way.includes("/"))
    return matchesGlob(wanted.way, given.way) || (folder && matchesGlob(`${wanted.way}/**`, given.way));
  if (glob.includes("/") && !glob.endsWith("/")) return atTheTop(wanted, given, folder, matchesGlob);
  return matchesGlob(wanted.way, given.way) || (folder && matchesGlob(`**/${wanted.way}/**`, given.way));
}

/** `./Makefile` and `/etc` name their folder. */
function atTheTop(
  wanted: ProjectPath,
  given: ProjectPath,
  folder: boolean,
  matchesGlob: MatchesGlob,
): boolean {
  const [first = "", ...below] = given.way.split("/");
  return (folder || below.length === 0) && matchesGlob(wanted.way, first);
}

/** A path in two parts: where it starts from, and the way from there without `.`, `..` and empty parts. */
interface ProjectPath {
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
