import { join } from "node:path";
import { readForeign } from "../files/read-foreign.js";
import { gitFolderOf } from "./git-common-dir.js";
import { topOf } from "./repository-of.js";

const headMaxBytes = 4_096;

/** The branch that is checked out around a folder; undefined outside of git, and where no branch is. */
export function branchAt(folder: string): string | undefined {
  const top = topOf(folder);
  const git = top === undefined ? undefined : gitFolderOf(top);
  if (git === undefined) return undefined;
  const read = readForeign(join(git, "HEAD"), { maxBytes: headMaxBytes });
  if (!("bytes" in read)) return undefined;
  return /^ref: refs\/heads\/(.+?)\s*$/.exec(read.bytes.toString("utf8"))?.[1];
}
