import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { readForeign } from "../files/read-foreign.js";
import { gitCommonDir, gitFolderOf } from "./git-common-dir.js";

/** The repository around a folder, as far as it says which folders belong together. */
export function repositoryOf(root: string): { readonly git?: string; readonly remote?: string } {
  const top = topOf(root);
  const git = top === undefined ? undefined : gitCommonDir(top);
  const remote = git === undefined ? undefined : gitOrigin(git);
  return { ...(git === undefined ? {} : { git }), ...(remote === undefined ? {} : { remote }) };
}

/** The folder of the working tree around a folder; undefined outside of git. */
export function topOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? undefined : topOf(dirname(folder));
}

/** Git's own settings of one repository. */
const configMaxBytes = 1_048_576;

/**
 * The address that a repository was cloned from: the remote `origin` in git's own settings, which a clone does
 * not bring along. Without the name and password in it, and the same for the ways to write one address.
 */
function gitOrigin(gitFolder: string): string | undefined {
  const read = readForeign(join(gitFolder, "config"), { maxBytes: configMaxBytes });
  const section = "bytes" in read ? sectionOf(read.bytes.toString("utf8")) : "";
  const [, address] = /^[ \t]*url[ \t]*=[ \t]*"?([^"\r\n]{1,2000}?)"?[ \t]*$/im.exec(section) ?? [];
  return address === undefined ? undefined : sameForm(address);
}

function sectionOf(config: string): string {
  const [, after = ""] = config.split(/^[ \t]*\[remote "origin"\][ \t]*$/m);
  return after.split(/^[ \t]*\[/m)[0] ?? "";
}

/** `git@example.com:a/b.git` and `https://me@example.com/a/b` are `example.com/a/b`. A path stays a path. */
function sameForm(address: string): string {
  const plain = address
    .trim()
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
  const [, host = "", path = ""] =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.*)$/i.exec(plain) ??
    /^(?:[^@/\\]*@)?([^/\\:]{2,}):(?!\\)(.*)$/.exec(plain) ??
    [];
  return host === "" ? plain : `${host.toLowerCase()}/${path.replace(/^\/+/, "")}`;
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
