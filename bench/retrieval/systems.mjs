import { generator } from "./measures.mjs";
import { plainBm25 } from "./plain-bm25.mjs";

const project = "bench";
const cap = 10;
const rankedBy = ["words", "meaning"];

/**
 * One way to find lessons: ids for a query, best first.
 * @typedef {{ name: string, find: (query: string) => Promise<string[]> }} System
 */

/**
 * BM25, then ours: words alone, meaning alone, both, and both with one more signal each. The sets have no
 * history, so facts are drawn at random: those rows show what a signal costs that says nothing, not what a
 * good one gains.
 *
 * @param {import("./data-sets.mjs").DataSet} set
 * @param {{ search: any, wordsOnly: any, withoutParts: any }} searches
 * @returns {System[]}
 */
export function systemsOf({ docs }, searches, room) {
  const bm25 = plainBm25(docs);
  const ours = (name, search, on, facts = neutral(docs), synonyms = []) => ({
    name,
    find: (text) => ranked(room, search, text, on, facts, synonyms),
  });
  const { search, wordsOnly, withoutParts } = searches;
  const random = randomFacts(docs);
  const signals = ["maturity", "insight", "outcome", "coldStart"].map((signal) =>
    ours(`both + random ${signal}`, search, [...rankedBy, signal], random),
  );
  return [
    { name: "BM25", find: async (text) => bm25(text) },
    ours("words", wordsOnly, ["words"]),
    ours("words without parts", withoutParts, ["words"]),
    ours("meaning", search, ["meaning"]),
    ours("both", search, rankedBy),
    ours("both + synonyms", search, [...rankedBy, "synonyms"], neutral(docs), synonymsOf(docs, room)),
    ours("both + diversity", search, [...rankedBy, "diversity"]),
    ours("both + triggers", search, [...rankedBy, "trigger"]),
    ours("both + random pins", search, [...rankedBy, "pins"], random),
    ...signals,
    ours("everything", search, room.signalNames, neutral(docs), synonymsOf(docs, room)),
  ];
}

async function ranked(room, search, text, on, facts, synonyms) {
  const found = await search.find(project, { text, synonyms });
  const off = new Set(room.signalNames.filter((name) => !on.includes(name)));
  const { candidates, alike } = found;
  const settings = room.defaults.retrieval;
  return room.rankLessons({ query: text, candidates, facts, cap, settings, off, alike }).map(({ id }) => id);
}

/** Every document as a lesson of the project. */
export async function fill(search, docs) {
  const upserts = docs.map(({ id, text }) => ({ id, kind: "doc", text, triggers: [beginningOf(text)] }));
  await search.apply(project, { upserts, removals: [], position: docs.length });
  return search;
}

/** Nobody has written triggers for these documents: their first four words stand in for them. */
function beginningOf(text) {
  return text.split(/\s+/, 4).join(" ");
}

function neutral(docs) {
  return new Map(docs.map(({ id, text }) => [id, { id, text, maturity: 1, applied: 1 }]));
}

function randomFacts(docs) {
  const random = generator(7);
  return new Map(
    docs.map(({ id, text }) => [
      id,
      {
        id,
        text,
        maturity: [0.5, 1, 1.5][Math.floor(random() * 3)],
        insightScore: random() * 1.2,
        outcome: 2 * random() - 1,
        applied: random() < 0.5 ? 0 : 1,
        agePhases: Math.floor(random() * 6),
        critical: random() < 0.01,
      },
    ]),
  );
}

/** Nobody has tagged these documents: their eight rarest words stand in for tags. */
function synonymsOf(docs, room) {
  const words = docs.map(({ text }) => [...new Set(room.codeTokens(text).words)]);
  const counts = new Map();
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const tags = words.map((each) =>
    each
      .filter((word) => counts.get(word) > 2)
      .sort((a, b) => counts.get(a) - counts.get(b))
      .slice(0, 8),
  );
  return room.learnSynonyms(tags, room.defaults.retrieval);
}
