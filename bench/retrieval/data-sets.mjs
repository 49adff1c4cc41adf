import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{ id: string, text: string }} Doc a lesson
 * @typedef {{ text: string, rel: string[] }} Query a task and the lessons that are right for it
 * @typedef {{ name: string, docs: Doc[], queries: Query[] }} DataSet
 */

/**
 * The sets of a folder, one file each: lines with `kind` "doc" or "query". None when the folder is not there.
 *
 * @param {string} folder
 * @param {boolean} quick
 * @returns {DataSet[]}
 */
export function dataSets(folder, quick) {
  const most = quick ? 60 : Number.POSITIVE_INFINITY;
  return ["pylint", "cosqa", "tldr"]
    .map((name) => ({ name, file: join(folder, "retrieval", `${name}.jsonl`) }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const lines = readFileSync(file, "utf8").trim().split("\n");
      const rows = lines.map((line) => JSON.parse(line));
      return {
        name,
        docs: rows.filter(({ kind }) => kind === "doc"),
        queries: rows.filter(({ kind }) => kind === "query").slice(0, most),
      };
    });
}
