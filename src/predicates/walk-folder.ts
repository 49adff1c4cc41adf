import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Deadline } from "./deadline.js";
import { CannotCheck } from "./predicate-result.js";

/** What other tools put into a project, and what no list of git's names. */
const skipped = new Set([".git", "node_modules", "dist"]);
/** A tree beyond this is not a project but a disk. */
const maxFiles = 1_000_000;

/**
 * The regular files below a folder, relative to `root`, with slashes. Links are not followed, and not listed.
 */
export async function walkFolder(root: string, start: string, deadline: Deadline): Promise<string[]> {
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
