import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { importTypeScript } from "../scripts/generated/import-typescript.mjs";
import { recorded } from "./recorded.mjs";
import { dataSets } from "./retrieval/data-sets.mjs";
import { generator } from "./retrieval/measures.mjs";
import { fill } from "./retrieval/systems.mjs";

export const question =
  "How often does a prompt get the lesson that it is about, and how often does one get nothing that is about none?";

const root = resolve(import.meta.dirname, "..");
/** As many as a project has after some weeks. */
const lessonsPerProject = 40;

const smallTalk = [
  ..."yes|no|ok|sure|stop|hello|hi there|perfect|why?|do it|go ahead|continue|keep going|try again".split(
    "|",
  ),
  ..."thanks, looks good|great, thank you!|sounds good, please proceed|looks good to me|never mind".split(
    "|",
  ),
  ..."what do you think?|What time is it?|I agree with that|good morning|tell me a joke".split("|"),
  "yes please, go on with the next one",
  "explain that again in simple words",
  "can you repeat the last answer?",
  "what is the capital of France?",
  "Write a poem about the sea",
];

/**
 * Projects of forty lessons each, drawn from the data sets: their own tasks, alone and at the end of a long
 * prompt about something else, small talk, and the prompts of real sessions of another project.
 */
export async function run({ quick, data }) {
  const stream = recorded(data, "sessions/entire.jsonl.gz");
  const sets = dataSets(data, false);
  const room = await importTypeScript(root, "bench/retrieval/room.ts");
  const embedder = room.openStaticEmbedder(join(root, "models/static-deb-256"));
  const prompts = promptsIn(stream);
  const rows = [];
  for (const [by, model] of [["words"], ["words and meaning", { setting: "built-in", embedder }]])
    for (const set of sets)
      rows.push(await measure(room, set, { by, model, prompts, draws: quick ? 1 : 12 }));
  return rows;
}

function promptsIn(file) {
  const lines = gunzipSync(readFileSync(file)).toString().split("\n").filter(Boolean);
  const rows = lines.map((line) => JSON.parse(line)).filter(({ kind, side }) => kind === "prompt" && !side);
  const texts = [...new Set(rows.map(({ text }) => text.trim()))];
  return texts.filter((text) => countWords(text) >= 8 && countWords(text) < 150);
}

function countWords(text) {
  return text.split(/\s+/).length;
}

async function measure(room, { name, docs, queries }, { by, model, prompts, draws }) {
  const random = generator(7);
  const draw = (list) => list[Math.floor(random() * list.length)];
  const counts = { aimed: [0, 0], inLong: [0, 0], smallTalk: [0, 0], otherWork: [0, 0] };
  const count = (kind, hit) => {
    counts[kind][0] += hit ? 1 : 0;
    counts[kind][1] += 1;
  };
  for (let place = 0; place < draws; place += 1) {
    const asked = Array.from({ length: lessonsPerProject }, () => draw(queries));
    const wanted = new Set(asked.flatMap(({ rel }) => rel));
    const lessons = docs.filter(({ id }) => wanted.has(id));
    const settings = room.defaults.retrieval;
    const search = await fill(new room.LessonSearch({ folder: undefined, settings, model }), lessons);
    const shownFor = (text) => shown(room, search, lessons, text);
    for (const { text, rel } of asked) {
      const isMeant = (id) => rel.includes(id);
      count("aimed", (await shownFor(text)).some(isMeant));
      count("inLong", (await shownFor(`${draw(prompts)}\n${text}`)).some(isMeant));
      count("otherWork", (await shownFor(draw(prompts))).length === 0);
    }
    for (const text of smallTalk) count("smallTalk", (await shownFor(text)).length === 0);
  }
  const shares = Object.entries(counts).map(([kind, [hits, all]]) => [kind, hits / all]);
  return { set: name, by, ...Object.fromEntries(shares) };
}

async function shown(room, search, lessons, text) {
  const { candidates } = await search.find("bench", { text, limit: lessons.length });
  const found = new Map(candidates.map((each) => [each.id, { ...each, trigger: false }]));
  const isAbout = room.aboutPrompt(text);
  return lessons
    .filter(({ id, text: lesson }) => isAbout({ text: lesson, found: found.get(id) }))
    .map(({ id }) => id);
}

export function show(rows) {
  const percent = (share) => `${Math.round(100 * share)} %`;
  return rows
    .map(
      ({ set, by, aimed, inLong, smallTalk: talk, otherWork }) =>
        `${set}, by ${by}: the lesson is shown for ${percent(aimed)} of the tasks and ${percent(inLong)} of those ` +
        `in a long prompt; nothing for ${percent(talk)} of small talk and ${percent(otherWork)} of other work`,
    )
    .join("\n");
}
