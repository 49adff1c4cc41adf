import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { WhetstoneError } from "../errors.js";
import { digest } from "../text/digest.js";
import { gitCommonDir } from "./git-common-dir.js";

export interface ProjectIdentity {
  /** Safe as a folder name: no separator, no `..`. */
  readonly key: string;
  readonly from: "config" | "git" | "path";
  /** What the key was made from, for `status` and `doctor`. */
  readonly basis: string;
}

/** One project on this machine: a folder of it, its key and where its data is. */
export interface ProjectPlace {
  readonly root: string;
  readonly project: string;
  readonly data: string;
}

/** Whether both lead to the same rules, from whatever folder. */
export function isSameProject(one: ProjectPlace, other: ProjectPlace): boolean {
  return one.project === other.project && one.data === other.data;
}

/**
 * The project that lessons belong to. Clones are one project if they have the same configured id, worktrees
 * because they have the same git folder.
 */
export function identifyProject(root: string, configured?: string): ProjectIdentity {
  if (configured !== undefined) return { key: safeKey(configured), from: "config", basis: configured };
  const real = realpathSync.native(root);
  const basis = gitBasis(real);
  if (basis !== undefined) return { key: `git-${digest(basis)}`, from: "git", basis };
  return { key: `dir-${digest(real)}`, from: "path", basis: real };
}

/**
 * The common git folder. For a project in a sub-folder of a repository, also the path inside it, which is the
 * same in every worktree.
 */
function gitBasis(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) {
      const common = gitCommonDir(folder);
      const inside = relative(folder, root).split(sep).join("/");
      return common === undefined || inside === "" ? common : `${common}//${inside}`;
    }
    if (folder === dirname(folder)) return undefined;
  }
}

/** A key becomes a folder's name. The settings are checked elsewhere; a caller may name a key too. */
function safeKey(key: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(key) && !key.includes("..")) return key;
  throw new WhetstoneError("invalid_input", `'${key}' is not a valid project key`, {
    field: "project",
    next: "'whetstone status' shows the key of a project",
    values: { project: key },
  });
}
