import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { WhetstoneError } from "../errors.js";
import { isFolder } from "../files/make-folder.js";

type RootKind = "config" | "git" | "whetstone" | "folder";

export interface ProjectRoot {
  /** Real path: links resolved, in the case that the disk holds. */
  readonly root: string;
  /** What marked it. `folder`: nothing did, and the start folder stands for itself. */
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
 * `.whetstone/` in or above the home folder does not claim what lies below it: one call made there by chance
 * would swallow every unmarked folder of the user.
 */
function holdsHome(folder: string, home: string | undefined): boolean {
  if (home === undefined) return false;
  return home === folder || home.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function markerIn(folder: string, localFolderCounts: boolean): RootKind | undefined {
  if (statSync(join(folder, "whetstone.json"), { throwIfNoEntry: false })?.isFile()) return "config";
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
