import { type ProjectPath, projectPath } from "./project-path.js";

type MatchesGlob = (glob: string, file: string) => boolean;

/**
 * Whether a glob means a file: itself, or a folder that it lies in. Both start from the same place: a path
 * that leaves the project is meant only by a glob that leaves it in the same way. A name without a slash is
 * meant in any folder.
 */
export function matchesFile(glob: string, file: string, matchesGlob: MatchesGlob): boolean {
  const wanted = projectPath(glob);
  const given = projectPath(file);
  if (given.from !== wanted.from || given.way === "") return false;
  if (wanted.way === "") return true;
  // Below the name in `docs/*` lies what it does not mean, unless a slash says that it is a folder.
  const folder = glob.endsWith("/") || !/[*?[]/.test(wanted.way.slice(wanted.way.lastIndexOf("/") + 1));
  if (wanted.way.includes("/"))
    return matchesGlob(wanted.way, given.way) || (folder && matchesGlob(`${wanted.way}/**`, given.way));
  if (glob.includes("/") && !glob.endsWith("/")) return atTheTop(wanted, given, folder, matchesGlob);
  return matchesGlob(wanted.way, given.way) || (folder && matchesGlob(`**/${wanted.way}/**`, given.way));
}

/** `./Makefile` and `/etc` say where they lie. */
function atTheTop(
  wanted: ProjectPath,
  given: ProjectPath,
  folder: boolean,
  matchesGlob: MatchesGlob,
): boolean {
  const [first = "", ...below] = given.way.split("/");
  return (folder || below.length === 0) && matchesGlob(wanted.way, first);
}
