import { createHmac } from "node:crypto";
import { isAbsolute } from "node:path";
import { findRoot } from "../../base/project/find-root.js";
import { identifyProject } from "../../base/project/identify.js";

/**
 * The key that an agent keeps in a project's settings, which more people and programs read than the file of
 * the token. It opens the hooks of one host for one project and nothing else, and does not reveal the token.
 */
export function hookKey(token: string, host: string, root: string): string {
  return createHmac("sha256", token).update(`hook\0${host}\0${root}`).digest("hex");
}

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
    // A folder that is gone, or that cannot be read, belongs to no project; the caller notes the refusal.
    return false;
  }
}
