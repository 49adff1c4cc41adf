import { statSync } from "node:fs";
import { basename } from "node:path";
import { digest } from "../text/digest.js";
import { identifyProject } from "./identify.js";
import { listKnownFolders } from "./known-folder.js";

export interface KnownProject {
  /** The folder's name. */
  readonly name: string;
  /** The name, with a few digits where two folders have the same. */
  readonly address: string;
  readonly root: string;
}

/**
 * The projects of this user by name: these folders, and those in which something was recorded and that are
 * still there. Of several folders of one project, such as worktrees, one is listed.
 */
export function knownProjects(folders: string, roots: readonly string[]): readonly KnownProject[] {
  const byKey = new Map<string, string>();
  for (const root of roots) byKey.set(identifyProject(root).key, root);
  for (const { root, project } of listKnownFolders(folders))
    if (project !== undefined && !byKey.has(project) && !roots.includes(root) && isReachableFolder(root))
      byKey.set(project, root);
  const found = [...byKey.values()].map((root) => ({ name: basename(root) || root, root }));
  const named = found.map(({ name, root }) => {
    const isShared = found.some((other) => other.name === name && other.root !== root);
    return { name, root, address: isShared ? `${name}~${digest(root).slice(0, 4)}` : name };
  });
  return named.sort((a, b) => (a.address < b.address ? -1 : 1));
}

function isReachableFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
