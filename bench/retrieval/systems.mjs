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
 * BM25, then Whetstone with words, with meaning, with both, and with both and one more signal each. The data
 * sets have no history, so the facts behind signals are random: those rows show the cost of a signal without
 * information, not the gain of a good one.
 *
 * @param {import("./data-sets.mjs").DataSet} set
 * @param {{ search: any, wordsOnly: any, withoutParts: any }} searches
 * @returns {System[]}
 */
export function systemsOf({ docs }, searches, room) {
  const bm25 = plainBm25(docs);
  const system = (name, search, on, facts = neutral(docs), synonyms = []) => ({
    name,
    find: (text) => ranked(room, search, text, on, facts, synonyms),
  });
  const { search, wordsOnly, withoutParts } = searches;
  const random = randomFacts(docs);
  const signals = ["maturity", "insight", "outcome", "coldStart"].map((signal) =>
    system(`both + random ${signal}`, search, [...rankedBy, signal], random),
  );
  return [
    { name: "BM25", find: async (text) => bm25(text) },
    system("words", wordsOnly, ["words"]),
    system("words without parts", withoutParts, ["words"]),
    system("meaning", search, ["meaning"]),
    system("both", search, rankedBy),
    system("both + synonyms", search, [...rankedBy, "synonyms"], neutral(docs), synonymsOf(docs, room)),
    system("both + diversity", search, [...rankedBy, "diversity"]),
    system("both + triggers", search, [...rankedBy, "trigger"]),
    system("both + random pins", search, [...rankedBy, "pins"], random),
    ...signals,
    system("everything", search, room.signalNames, neutral(docs), synonymsOf(docs, room)),
  ];
}

async function ranked(room, search, text, on, facts, synonyms) {
  const found = await search.find(project, { text, synonyms });
  const off = new Set(room.signalNames.filter((name) => !on.includes(name)));
  const { candidates, alike } = found;
  const settings = room.defaults.retrieval;
  return room.rankLessons({ query: text, candidates, facts, cap, settings, off, alike }).map(({ id }) => id);
}

/** Adds every document as a lesson of the project. */
export async function fill(search, docs) {
  const upserts = docs.map(({ id, text }) => ({ id, kind: "doc", text, triggers: [beginningOf(text)] }));
  await search.apply(project, { upserts, removals: [], position: docs.length });
  return search;
}

/** These documents have no triggers, so their first four words are used. */
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

/** These documents have no tags, so their eight rarest words are used. */
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
