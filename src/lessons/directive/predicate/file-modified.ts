import { createHash } from "node:crypto";
import { createReadStream, lstatSync, readlinkSync, type Stats } from "node:fs";
import { join } from "node:path";
import { openForeign, readForeign } from "../../../base/files/read-foreign.js";
import { CannotCheck } from "../../../base/process/cannot-check.js";
import type { Environment } from "../../../base/process/child-environment.js";
import type { Deadline } from "../../../base/process/deadline.js";
import { Git } from "./git.js";
import { pathFault } from "./path-fault.js";
import { commitEntry, indexEntry, resolveCommit, type TreeEntry } from "./tree-entry.js";

/** A file with line ends of another system is compared in memory up to this size. */
const textMaxBytes = 5 * 1024 * 1024;

/**
 * How a file differs from a base commit: new, deleted, or changed in the newest commit, in the index or on
 * the disk. Undefined when it does not. The disk's content itself is compared: git's own answer can be
 * switched off file by file (`update-index --assume-unchanged`) and runs filters that the repository names. A
 * renamed file is one deleted and one new.
 */
export async function fileModified(
  path: string,
  where: { readonly root: string; readonly baseCommit: string | undefined; readonly env: Environment },
  deadline: Deadline,
): Promise<string | undefined> {
  const fault = pathFault(path);
  if (fault !== undefined) throw new CannotCheck(`the path ${fault.error}`);
  const git = Git.open(where.root, where.env, deadline);
  if (git === undefined) throw new CannotCheck("the project is not in a git working tree");
  const full = git.prefix + path;
  const onDisk = diskEntry(git.top, full);
  const baseCommit = await resolveCommit(git, where.baseCommit ?? "HEAD");
  const base = await commitEntry(git, baseCommit, full);
  const head = await resolveCommit(git, "HEAD");
  if (head !== baseCommit && differs(base, await commitEntry(git, head, full)))
    return "a later commit changed it";
  const index = await indexEntry(git, full);
  if (differs(base, index.entry)) return "it is staged";
  if (index.leftOut && onDisk === undefined) throw new CannotCheck(`${path} is not checked out here`);
  if (base === undefined) return onDisk === undefined ? undefined : "it is new";
  if (onDisk === undefined) return "it was deleted";
  return (await hasContent(git, full, onDisk, base, deadline)) ? undefined : "its content differs";
}

function differs(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
  return a?.oid !== b?.oid || a?.mode !== b?.mode;
}

/** Never through a link, nor into another repository: neither is the file that the path names in this one. */
function diskEntry(top: string, path: string): Stats | undefined {
  const parts = path.split("/");
  for (let depth = 1; depth < parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join("/");
    const entry = entryAt(join(top, folder));
    if (entry === undefined || entry.isFile()) return undefined;
    if (!entry.isDirectory()) throw new CannotCheck(`${folder} is not a plain folder`);
    if (entryAt(join(top, folder, ".git")) !== undefined)
      throw new CannotCheck(`${folder} is another repository`);
  }
  const entry = entryAt(join(top, path));
  if (entry?.isDirectory()) throw new CannotCheck(`${path} is a folder`);
  if (entry !== undefined && !entry.isFile() && !entry.isSymbolicLink()) {
    throw new CannotCheck(`${path} is not a regular file`);
  }
  return entry;
}

function entryAt(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

async function hasContent(
  git: Git,
  path: string,
  disk: Stats,
  base: TreeEntry,
  deadline: Deadline,
): Promise<boolean> {
  const file = join(git.top, path);
  const isLink = base.mode === "120000";
  if (disk.isSymbolicLink() !== isLink) return false;
  if (isLink) return blobHash(readlinkSync(file, "buffer"), base.oid) === base.oid;
  if ((await fileBlobHash(file, disk.size, base.oid, deadline)) === base.oid) return true;
  const read = readForeign(file, { maxBytes: textMaxBytes, refuseLinks: true });
  if ("bytes" in read && withUnixLineEnds(read.bytes, base.oid) === base.oid) return true;
  await refuseConverted(git, path);
  return false;
}

/** Git on Windows writes CRLF where the commit has LF; that alone is not a change. */
function withUnixLineEnds(content: Buffer, like: string): string {
  return blobHash(Buffer.from(content.toString("latin1").replaceAll("\r\n", "\n"), "latin1"), like);
}

/** With a filter (large file storage, encryption) the disk never holds what the commit does. */
async function refuseConverted(git: Git, path: string): Promise<void> {
  const fields = await git.list("check-attr", "-z", "filter", "ident", "working-tree-encoding", "--", path);
  const values = fields.filter((_, index) => index % 3 === 2);
  if (values.some((value) => value !== "unspecified" && value !== "unset")) {
    throw new CannotCheck(`git converts the content of ${path}, so it cannot be compared`);
  }
}

/** How git names a content. The length of `like`, another such name, tells which hash the repository uses. */
function blobHash(content: Buffer, like: string): string {
  return blobHasher(content.length, like).update(content).digest("hex");
}

/** The same of a file of any size. A file that changes meanwhile gets a name that nothing has. */
async function fileBlobHash(file: string, size: number, like: string, deadline: Deadline): Promise<string> {
  const hasher = blobHasher(size, like);
  for await (const chunk of createReadStream(file, { fd: openForeign(file, { refuseLinks: true }) })) {
    deadline.check();
    hasher.update(chunk);
  }
  return hasher.digest("hex");
}

function blobHasher(size: number, like: string) {
  return createHash(like.length === sha256Digits ? "sha256" : "sha1").update(`blob ${size}\0`);
}

const sha256Digits = 64;
