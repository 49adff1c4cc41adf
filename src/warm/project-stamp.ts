import { statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { WhetstoneError } from "../errors.js";
import { findRoot } from "../project/find-root.js";
import { identifyProject } from "../project/identify.js";

export interface ProjectStamp {
  /** The project's folder, links resolved. */
  readonly root: string;
  /** Another text when the folder became another project, or its settings were changed. */
  readonly stamp: string;
}

/** Which project a folder belongs to now. Cheap enough to be asked before every call. */
export function projectStamp(folder: unknown, home: string | undefined): ProjectStamp {
  if (typeof folder !== "string" || !isAbsolute(folder)) throw notAFolder(folder);
  const { root } = findRoot(folder, home);
  const settings = statSync(join(root, "whetstone.json"), { throwIfNoEntry: false });
  const config = settings === undefined ? "" : `${settings.ino}/${settings.mtimeMs}/${settings.size}`;
  return { root, stamp: `${identifyProject(root).key} ${config}` };
}

function notAFolder(folder: unknown): WhetstoneError {
  return new WhetstoneError("invalid_input", "'root': must be the absolute path of a folder of the project", {
    field: "root",
    next: "give the full path of the folder you work in",
    values: { root: folder },
  });
}
