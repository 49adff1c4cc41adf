import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gitFolderOf } from "./git-common-dir.js";

/**
 * The commit of HEAD, read from git's own files: starting git takes longer than a brief may. Undefined
 * outside a repository, before the first commit, and where git stores its refs in another way.
 */
export function headCommit(root: string): string | undefined {
  try {
    const folder = gitFolderOf(root);
    if (folder === undefined) return undefined;
    const head = readFileSync(join(folder, "HEAD"), "utf8").trim();
    const [, ref] = /^ref: (refs\/[\w./-]+)$/.exec(head) ?? [];
    return commitIn(ref === undefined || ref.includes("..") ? head : resolveRef(folder, ref));
  } catch {
    // A repository that cannot be read has no commit to compare with.
    return undefined;
  }
}

/** A worktree has a HEAD of its own; its branches are in the folder that all worktrees share. */
function resolveRef(folder: string, ref: string): string {
  const shared = join(folder, "commondir");
  const folders = existsSync(shared)
    ? [folder, resolve(folder, readFileSync(shared, "utf8").trim())]
    : [folder];
  for (const each of folders) {
    if (existsSync(join(each, ref))) return readFileSync(join(each, ref), "utf8").trim();
    const packed = join(each, "packed-refs");
    const line = existsSync(packed)
      ? readFileSync(packed, "utf8")
          .split("\n")
          .find((text) => text.endsWith(` ${ref}`))
      : undefined;
    if (line !== undefined) return line.slice(0, line.indexOf(" "));
  }
  return "";
}

function commitIn(text: string): string | undefined {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text) ? text : undefined;
}
