import { join, resolve } from "node:path";
import { importTypeScript } from "../scripts/generated/import-typescript.mjs";
import { dataSets } from "./retrieval/data-sets.mjs";
import { differenceInterval, mean, meanWithInterval, measuresOf } from "./retrieval/measures.mjs";
import { fill, systemsOf } from "./retrieval/systems.mjs";

export const question =
  "How often is the right lesson among the first results: by BM25, words, meaning, and both?";

const root = resolve(import.meta.dirname, "..");

/** The data may not be published, so it is not in the repository; `--data FOLDER` names its folder. */
export async function run({ quick, data, model }) {
  const sets = dataSets(data, quick);
  const room = await importTypeScript(root, "bench/retrieval/room.ts");
  const rows = [];
  for (const { setting, embedder } of await modelsOf(room, model)) {
    const cached = { setting, embedder: withCache(embedder) };
    for (const set of sets) rows.push(...(await measureSet(room, set, cached)));
    await embedder.close();
  }
  return rows;
}

/** The built-in model, and the one of Transformers.js in the folder of `--model`. */
async function modelsOf(room, model) {
  const builtIn = room.openStaticEmbedder(join(root, "models/static-deb-256"));
  const models = [{ setting: "built-in", embedder: builtIn }];
  if (model === undefined) return models;
  const folder = resolve(model);
  const options = { model: folder, cacheFolder: folder, downloads: false };
  return [...models, { setting: folder, embedder: await room.openTransformersEmbedder(options) }];
}

/** Caches vectors, because models are slow and many systems get the same queries. */
function withCache(embedder) {
  const known = new Map();
  const embedOne = async (text) => {
    if (!known.has(text)) known.set(text, (await embedder.embed([text]))[0]);
    return known.get(text);
  };
  return { ...embedder, embed: (texts) => Promise.all(texts.map(embedOne)) };
}

async function measureSet(room, set, model) {
  const settings = room.defaults.retrieval;
  const open = (chosen, changes = {}) =>
    fill(
      new room.LessonSearch({ folder: undefined, settings: { ...settings, ...changes }, model: chosen }),
      set.docs,
    );
  const searches = {
    search: await open(model),
    wordsOnly: await open(undefined),
    withoutParts: await open(undefined, { gramWeight: 0 }),
  };
  const systems = systemsOf(set, searches, room);
  const measured = [];
  for (const { name, find } of systems) measured.push({ name, each: await measureSystem(set.queries, find) });
  const baseline = measured[0].each.map(({ mrr }) => mrr);
  return measured.map(({ name, each }) => rowOf(`${set.name}, ${model.embedder.name}`, name, each, baseline));
}

async function measureSystem(queries, find) {
  const each = [];
  for (const { text, rel } of queries) each.push(measuresOf(await find(text), rel));
  return each;
}

function rowOf(set, system, each, baseline) {
  const mrrs = each.map(({ mrr }) => mrr);
  const base = mean(baseline);
  const difference = differenceInterval(mrrs, baseline);
  const of = (name) => meanWithInterval(each.map((measures) => measures[name]));
  return {
    set,
    system,
    queries: each.length,
    mrr10: of("mrr"),
    recall5: of("recall5"),
    recall8: of("recall8"),
    overBm25: { mean: mean(mrrs) / base - 1, low: difference.low / base, high: difference.high / base },
  };
}

/** Means with 95 % intervals; the last column compares with BM25 on the same queries. */
export function show(rows) {
  const cell = ({ mean: middle, low, high }) => `${digits(middle)} (${digits(low)}–${digits(high)})`;
  const percent = ({ mean: middle, low, high }) => `${signed(middle)} (${signed(low)} to ${signed(high)})`;
  const lines = rows.map((row) =>
    [row.system, cell(row.mrr10), cell(row.recall5), cell(row.recall8), percent(row.overBm25)]
      .map((text, column) => text.padEnd(column === 0 ? 24 : 20))
      .join(" ")
      .trimEnd(),
  );
  const head = ["", "MRR@10", "recall@5", "recall@8", "MRR over BM25"];
  const title = head.map((text, column) => text.padEnd(column === 0 ? 24 : 20)).join(" ");
  return rows
    .flatMap(({ set, queries }, place) => [
      ...(rows[place - 1]?.set === set ? [] : [`\n${set}, ${queries} queries`, title.trimEnd()]),
      lines[place],
    ])
    .join("\n");
}

function digits(value) {
  return value.toFixed(3).replace(/^0/, "");
}

function signed(value) {
  return `${value >= 0 ? "+" : ""}${(value * 100).toFixed(0)} %`;
}
