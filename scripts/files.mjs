import { readdirSync } from "node:fs";
import { join } from "node:path";

/** What .gitignore leaves out, plus git itself: made on this machine, never part of the project's text. */
const outside = new Set([".git", ".cache", "node_modules", "dist", "coverage", ".whetstone"]);

/**
 * Every file of the project, relative to its root with forward slashes, sorted.
 * Walks the folder instead of asking git, so that an unpacked archive gives the same answer as a clone.
 *
 * @param {string} root
 * @param {string} [folder] only what lies under this folder
 * @returns {string[]}
 */
export function projectFiles(root, folder = "") {
  const found = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (outside.has(entry.name) || entry.name.endsWith(".tgz")) continue;
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...projectFiles(root, path));
    else if (entry.isFile()) found.push(path);
  }
  return found.sort();
}
