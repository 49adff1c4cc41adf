import { join, resolve } from "node:path";
import { readForeign } from "../files/read-foreign.js";
import { gitFolderOf } from "./git-common-dir.js";

/**
 * The commit of HEAD, read from git's own files: starting git takes longer than a brief may. Undefined
 * outside a repository, before the first commit, and where git stores its refs in another way.
 */
export function headCommit(root: string): string | undefined {
  try {
    const folder = gitFolderOf(root);
    if (folder === undefined) return undefined;
    const head = trimmedText(join(folder, "HEAD")) ?? "";
    const [, ref] = /^ref: (refs\/[\w./-]+)$/.exec(head) ?? [];
    return commitIn(ref === undefined || ref.includes("..") ? head : resolveRef(folder, ref));
  } catch {
    // A repository that cannot be read has no commit to compare with.
    return undefined;
  }
}

/** A worktree has a HEAD of its own; its branches are in the folder that all worktrees share. */
function resolveRef(folder: string, ref: string): string {
  const shared = trimmedText(join(folder, "commondir"));
  for (const each of shared === undefined ? [folder] : [folder, resolve(folder, shared)]) {
    const loose = trimmedText(join(each, ref));
    if (loose !== undefined) return loose;
    const packed = trimmedText(join(each, "packed-refs"));
    const line = packed?.split("\n").find((text) => text.endsWith(` ${ref}`));
    if (line !== undefined) return line.slice(0, line.indexOf(" "));
  }
  return "";
}

/** Room for half a million packed branches and tags. */
const maxBytes = 67_108_864;

/** Undefined for a file that is not there or cannot be read. */
function trimmedText(file: string): string | undefined {
  const read = readForeign(file, { maxBytes });
  return "bytes" in read ? read.bytes.toString("utf8").trim() : undefined;
}

function commitIn(text: string): string | undefined {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text) ? text : undefined;
}
