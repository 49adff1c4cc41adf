import { join, resolve } from "node:path";
import { importTypeScript } from "../scripts/generated/import-typescript.mjs";
import { NoData } from "./recorded.mjs";
import { dataSets } from "./retrieval/data-sets.mjs";
import { mean, measuresOf } from "./retrieval/measures.mjs";
import { plainBm25 } from "./retrieval/plain-bm25.mjs";
import { fill } from "./retrieval/systems.mjs";

export const question =
  "Do the weights of words and meaning also work on a data set that they were not chosen for?";

const root = resolve(import.meta.dirname, "..");
const project = "bench";
const grid = {
  gramWeight: [0.15, 0.3, 0.5],
  meaningWeight: [0.3, 0.4, 0.45, 0.5, 0.6],
};
/** Enough queries to distinguish settings; all queries of the largest set would take most of the time. */
const maxQueries = 600;

/**
 * For each data set: the gain with the settings that are best on the other sets, compared with the defaults
 * and with the best settings for this set.
 */
export async function run({ quick, data }) {
  const sets = dataSets(data, quick);
  if (sets.length < 2) throw new NoData(`--data: two data sets or more are needed in ${data}/retrieval.`);
  const room = await importTypeScript(root, "bench/retrieval/room.ts");
  const embedder = room.openStaticEmbedder(join(root, "models/static-deb-256"));
  const gains = new Map();
  for (const set of sets) gains.set(set.name, await gainsOn(room, set, embedder));
  const { gramWeight, meaningWeight } = room.defaults.retrieval;
  const defaultName = nameOf(gramWeight, meaningWeight);
  return sets.map(({ name }) => compareLeftOut(gains, name, defaultName));
}

async function gainsOn(room, { docs, queries }, embedder) {
  const step = Math.ceil(queries.length / maxQueries);
  const asked = queries.filter((_, place) => place % step === 0);
  const bm25 = plainBm25(docs);
  const base = mean(asked.map(({ text, rel }) => measuresOf(bm25(text), rel).mrr));
  const gains = new Map();
  for (const gramWeight of grid.gramWeight) {
    const settings = { ...room.defaults.retrieval, gramWeight };
    const search = new room.LessonSearch({
      folder: undefined,
      settings,
      model: { setting: "built-in", embedder },
    });
    await fill(search, docs);
    const found = [];
    for (const { text } of asked) found.push((await search.find(project, { text })).candidates);
    for (const weight of grid.meaningWeight) {
      const mrr = mean(asked.map(({ rel }, place) => measuresOf(bestOf(found[place], weight), rel).mrr));
      gains.set(nameOf(gramWeight, weight), mrr / base - 1);
    }
  }
  return gains;
}

/** The order by words and meaning only, as in `rankLessons` without other signals. */
function bestOf(candidates, weight) {
  return candidates
    .map(({ id, words, meaning }) => ({ id, score: (1 - weight) * words + weight * (meaning ?? 0) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, 10)
    .map(({ id }) => id);
}

function compareLeftOut(gains, name, defaultName) {
  const own = gains.get(name);
  const others = [...gains].filter(([other]) => other !== name).map(([, each]) => each);
  const onOthers = (settings) => mean(others.map((each) => each.get(settings)));
  const chosen = [...own.keys()].reduce((best, each) => (onOthers(each) > onOthers(best) ? each : best));
  return {
    set: name,
    chosen,
    chosenGain: own.get(chosen),
    defaultGain: own.get(defaultName),
    bestGain: Math.max(...own.values()),
  };
}

function nameOf(gramWeight, meaningWeight) {
  return `gramWeight ${gramWeight}, meaningWeight ${meaningWeight}`;
}

export function show(rows) {
  const percent = (gain) => `${gain >= 0 ? "+" : ""}${(100 * gain).toFixed(1)} %`;
  return rows
    .map(
      ({ set, chosen, chosenGain, defaultGain, bestGain }) =>
        `${set}: MRR over BM25 is ${percent(chosenGain)} with the best settings of the other sets ` +
        `(${chosen}), ${percent(defaultGain)} with the defaults, ${percent(bestGain)} at best`,
    )
    .join("\n");
}
