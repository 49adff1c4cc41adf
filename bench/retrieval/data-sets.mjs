import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { recorded } from "../recorded.mjs";

/**
 * @typedef {{ id: string, text: string }} Doc a lesson
 * @typedef {{ text: string, rel: string[] }} Query a task and its relevant lessons
 * @typedef {{ name: string, docs: Doc[], queries: Query[] }} DataSet
 */

/**
 * Reads the data sets in the subfolder `retrieval`, one file each, with lines of the kind "doc" or "query".
 *
 * @param {string | undefined} folder the value of `--data`
 * @param {boolean} quick
 * @returns {DataSet[]}
 */
export function dataSets(folder, quick) {
  const most = quick ? 60 : Number.POSITIVE_INFINITY;
  const place = recorded(folder, "retrieval");
  return readdirSync(place)
    .filter((name) => name.endsWith(suffix))
    .sort()
    .map((name) => readSet(join(place, name), name.slice(0, -suffix.length), most))
    .filter(({ docs, queries }) => docs.length > 0 && queries.length > 0);
}

const suffix = ".jsonl";

function readSet(file, name, most) {
  const lines = readFileSync(file, "utf8").split("\n");
  const rows = lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
  const docs = rows.filter(({ kind }) => kind === "doc");
  const known = new Set(docs.map(({ id }) => id));
  const queries = rows.filter(({ kind, rel = [] }) => kind === "query" && rel.some((id) => known.has(id)));
  return { name, docs, queries: queries.slice(0, most) };
}
