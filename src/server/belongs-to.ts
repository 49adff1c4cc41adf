import { isAbsolute } from "node:path";
import { findRoot } from "../project/find-root.js";
import { identifyProject } from "../project/identify.js";

/**
 * Whether a folder is in this project: in its root, or in another worktree of it. A project inside of it is
 * another one.
 */
export function belongsTo(folder: unknown, root: string, home: string | undefined): boolean {
  if (typeof folder !== "string" || !isAbsolute(folder)) return false;
  try {
    const found = findRoot(folder, home).root;
    return found === root || identifyProject(found).key === identifyProject(root).key;
  } catch {
    // A folder that is gone, or that we may not look into, belongs to nobody; the caller notes the refusal.
    return false;
  }
}
