import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { readForeign } from "../files/read-foreign.js";
import { gitCommonDir, gitFolderOf } from "./git-common-dir.js";
import { gitOrigin } from "./git-origin.js";

/** The repository around a folder, as far as it says which folders belong together. */
export function repositoryOf(root: string): { readonly git?: string; readonly remote?: string } {
  const top = topOf(root);
  const git = top === undefined ? undefined : gitCommonDir(top);
  const remote = git === undefined ? undefined : gitOrigin(git);
  return { ...(git === undefined ? {} : { git }), ...(remote === undefined ? {} : { remote }) };
}

function topOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? undefined : topOf(dirname(folder));
}

/**
 * Whether a folder of a working tree may have come with a clone: git lists it, or there is no git that could
 * show that it did not.
 */
export function isClonedFolder(folder: string): boolean {
  const top = topOf(dirname(folder));
  const git = top === undefined ? undefined : gitFolderOf(top);
  if (top === undefined || git === undefined) return true;
  return mayTrack(git, `${relative(top, folder).split(sep).join("/")}/`);
}

/** More than the index of the largest repositories. */
const indexMaxBytes = 268_435_456;

/**
 * Whether git's index may list a file below a folder. Versions 2 and 3 of its format hold whole paths, unless
 * it is split into two files. Without an index nothing was added or checked out.
 */
function mayTrack(gitFolder: string, folder: string): boolean {
  const read = readForeign(join(gitFolder, "index"), { maxBytes: indexMaxBytes });
  if ("absent" in read) return false;
  if (!("bytes" in read) || read.bytes.length < 12) return true;
  const version = read.bytes.readUInt32BE(4);
  const isSplit = readdirSync(gitFolder).some((name) => name.startsWith("sharedindex."));
  return version > 3 || isSplit || read.bytes.includes(folder);
}
