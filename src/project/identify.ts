import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { WhetstoneError } from "../errors.js";
import { gitCommonDir } from "./git-common-dir.js";

export interface ProjectIdentity {
  /** Safe as a folder name: no separator, no `..`. */
  readonly key: string;
  readonly from: "config" | "git" | "path";
  /** What the key was made from, for `status` and `doctor`. */
  readonly basis: string;
}

/** The scope of everything learned. Clones share it by the configured id, worktrees by their common git folder. */
export function identifyProject(root: string, configured?: string): ProjectIdentity {
  if (configured !== undefined) return { key: checkedId(configured), from: "config", basis: configured };
  const real = realpathSync.native(root);
  const basis = gitBasis(real);
  if (basis !== undefined) return { key: `git-${digest(basis)}`, from: "git", basis };
  return { key: `dir-${digest(real)}`, from: "path", basis: real };
}

/**
 * The common git folder; for a project in a sub-folder of a repository also its place in there, so that it is a project of
 * its own in every worktree alike.
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

/** 64 bits: among a million projects of one user the chance of two alike is about 1 in 37 million. */
function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Derived keys are reserved: an id that looks like one could name another project's data. */
function checkedId(id: string): string {
  const safe = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u.test(id) && !id.includes("..");
  if (safe && Buffer.byteLength(id) <= 200 && !/^(?:git|dir)-[0-9a-f]{16}$/.test(id)) return id;
  throw new WhetstoneError("invalid_config", `'${id}' cannot be the id of a project`, {
    field: "project",
    next: "use letters, digits, '.', '-' and '_', such as \"billing-api\", at most 200 bytes, and not the form of a derived key",
    values: { project: id },
  });
}
