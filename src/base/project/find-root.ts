import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { WhetstoneError } from "../errors.js";
import { isFolder } from "../files/make-folder.js";

type RootKind = "config" | "git" | "whetstone" | "folder";

export interface ProjectRoot {
  /** The real path: links resolved, upper and lower case as on the disk. */
  readonly root: string;
  /** What marks it as a project; `folder` is the start folder when no folder is marked. */
  readonly kind: RootKind;
}

/** The nearest folder at or above `start` that is marked as a project. */
export function findRoot(start: string, home?: string): ProjectRoot {
  const begin = realFolder(start);
  const realHome = home !== undefined && existsSync(home) ? realpathSync.native(home) : home;
  for (let folder = begin; ; folder = dirname(folder)) {
    const kind = markerIn(folder, folder === begin || !holdsHome(folder, realHome));
    if (kind) return { root: folder, kind };
    if (folder === dirname(folder)) return { root: begin, kind: "folder" };
  }
}

/**
 * `.whetstone/` in or above the home folder does not mark the folders below it: one accidental call there
 * would make all unmarked folders of the user one project.
 */
function holdsHome(folder: string, home: string | undefined): boolean {
  if (home === undefined) return false;
  return home === folder || home.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A settings file that cannot be read marks its folder too: what is in force there does not end with it. */
function markerIn(folder: string, localFolderCounts: boolean): RootKind | undefined {
  if (lstatSync(join(folder, "whetstone.json"), { throwIfNoEntry: false })) return "config";
  if (existsSync(join(folder, ".git"))) return "git";
  if (localFolderCounts && isFolder(join(folder, ".whetstone"))) return "whetstone";
  return undefined;
}

function realFolder(path: string): string {
  try {
    const real = realpathSync.native(path);
    if (isFolder(real)) return real;
  } catch (cause) {
    throw new WhetstoneError("not_found", `there is no folder ${path}`, {
      field: "root",
      next: "give the path of a folder that exists and that you can read",
      values: { path },
      cause,
    });
  }
  throw new WhetstoneError("invalid_input", `${path} is not a folder`, {
    field: "root",
    next: "give the folder that holds it",
    values: { path },
  });
}
