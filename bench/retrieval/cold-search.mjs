/**
 * Started by the latency bench: opens a saved index, answers one query, and prints the time of both steps.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [bundle, dataFolder, query] = process.argv.slice(2);
const room = await import(pathToFileURL(bundle).href);
const started = performance.now();
const search = await room.openSearch({
  dataFolder,
  modelsFolder: resolve(import.meta.dirname, "../../models"),
  downloaded: [dataFolder],
  settings: { ...room.defaults.retrieval, vectorStore: "memory" },
});
await search.position("bench");
const loaded = performance.now();
const { candidates } = await search.find("bench", { text: query });
console.log(
  JSON.stringify({ loadMs: loaded - started, findMs: performance.now() - loaded, found: candidates.length }),
);
