import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { CannotCheck } from "../../../base/process/cannot-check.js";
import type { Environment } from "../../../base/process/child-environment.js";
import type { Deadline } from "../../../base/process/deadline.js";
import { FolderKinds } from "./folder-kinds.js";
import { Git } from "./git.js";

/**
 * The project's files, relative to `root`: in a working tree the tracked ones and those that no .gitignore
 * names, else all. Not git's private exclude file: no review would show what an agent wrote there. Sorted, so
 * that the first matches are always the same. Some may be gone, or lie behind a link.
 */
export async function treeFiles(root: string, env: Environment, deadline: Deadline): Promise<string[]> {
  const git = Git.open(root, env, deadline);
  const found = await (git === undefined ? walkFolder(root, "", deadline) : listed(git, root, deadline));
  return [...new Set(found)].sort();
}

async function listed(git: Git, root: string, deadline: Deadline): Promise<string[]> {
  const scope = git.prefix === "" ? [] : ["--", git.prefix];
  // Two lists: in a joint one, an odd name of a new file could pass for an entry of a tracked one.
  const [tracked, others] = await Promise.all([
    git.list("ls-files", "--cached", "--stage", "--full-name", "-z", ...scope),
    git.list("ls-files", "--others", "--exclude-per-directory=.gitignore", "--full-name", "-z", ...scope),
  ]);
  const files: string[] = [];
  const repositories: string[] = [];
  for (const entry of tracked) {
    const path = entry.slice(entry.indexOf("\t") + 1 + git.prefix.length);
    (entry.startsWith(submoduleMode) ? repositories : files).push(path);
  }
  for (const entry of others) {
    if (entry.endsWith("/")) repositories.push(entry.slice(git.prefix.length, -1));
    else files.push(entry.slice(git.prefix.length));
  }
  for (const folder of repositories)
    for (const file of await insideOf(root, folder, deadline)) files.push(file);
  return files;
}

const submoduleMode = "160000 ";

/**
 * A repository inside this one is one entry of git's lists. What it holds is part of the tree all the same.
 */
async function insideOf(root: string, folder: string, deadline: Deadline): Promise<string[]> {
  return new FolderKinds(root).of(folder) === "folder" ? walkFolder(root, folder, deadline) : [];
}

/** What other tools put into a project, and what no list of git's names. */
const skipped = new Set([".git", "node_modules", "dist"]);
/** A tree beyond this is not a project but a disk. */
const maxFiles = 1_000_000;

/**
 * The regular files below a folder, relative to `root`, with slashes. Links are not followed, and not listed.
 */
async function walkFolder(root: string, start: string, deadline: Deadline): Promise<string[]> {
  const files: string[] = [];
  const folders = [start];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    deadline.check();
    await setImmediate();
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(path);
    }
    if (files.length > maxFiles) throw new CannotCheck(`there are more than ${maxFiles} files`);
  }
  return files;
}
