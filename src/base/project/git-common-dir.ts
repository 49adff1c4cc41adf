import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readForeign } from "../files/read-foreign.js";

/**
 * The git folder that all worktrees of a repository share, as a real path. Reads files only: starting git
 * would cost more than the rest of a command. `undefined` when `root` is not the top of a working tree, or
 * its `.git` points to a missing folder or cannot be read.
 */
export function gitCommonDir(root: string): string | undefined {
  try {
    return readCommonDir(root);
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code === "string") return undefined;
    throw error;
  }
}

function readCommonDir(root: string): string | undefined {
  const gitDir = gitFolderOf(root);
  if (gitDir === undefined || entryKind(join(gitDir, "HEAD")) !== "file") return undefined;
  const pointer = pointerIn(join(gitDir, "commondir"));
  const common = pointer === undefined ? gitDir : resolve(gitDir, pointer);
  return entryKind(common) === "folder" ? realpathSync.native(common) : undefined;
}

/**
 * The git folder of one working tree. `.git` is that folder in a plain clone, and a file with its path in a
 * worktree or a submodule.
 */
export function gitFolderOf(root: string): string | undefined {
  const dotGit = join(root, ".git");
  if (entryKind(dotGit) === "folder") return dotGit;
  const target = pointerIn(dotGit)?.match(/^gitdir:\s*(.+)$/)?.[1];
  return target === undefined ? undefined : resolve(root, target);
}

/** A path of the longest kind that systems allow, several times over. */
const pointerMaxBytes = 65_536;

function pointerIn(file: string): string | undefined {
  const read = readForeign(file, { maxBytes: pointerMaxBytes });
  const line = "bytes" in read ? read.bytes.toString("utf8").split(/\r?\n/, 1)[0] : undefined;
  return line === "" ? undefined : line;
}

function entryKind(path: string): "file" | "folder" | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return "folder";
  return stat?.isFile() ? "file" : undefined;
}
