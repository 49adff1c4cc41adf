/**
 * Textbook BM25 with k1 = 1.2 and b = 0.75, over lower-case words with camelCase split. Each word of a query
 * counts once, which is better for pasted code than counting repetitions: .249 against .220 on pylint.
 *
 * @param {import("./data-sets.mjs").Doc[]} docs
 * @returns {(query: string) => string[]} ids, best first
 */
export function plainBm25(docs) {
  const postings = new Map();
  const lengths = docs.map(({ text }, place) => {
    const words = bm25Words(text);
    for (const word of words) {
      const counts = postings.get(word) ?? new Map();
      counts.set(place, (counts.get(place) ?? 0) + 1);
      postings.set(word, counts);
    }
    return words.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / docs.length;
  return (query) => {
    const scores = new Float64Array(docs.length);
    for (const word of new Set(bm25Words(query))) {
      const counts = postings.get(word) ?? new Map();
      const rarity = Math.log(1 + (docs.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [place, count] of counts) {
        scores[place] += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * lengths[place]) / average));
      }
    }
    return bestIds(scores, docs);
  };
}

function bm25Words(text) {
  const spaced = text.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ");
  return spaced.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function bestIds(scores, docs) {
  const places = [...scores.keys()].filter((place) => scores[place] > 0);
  places.sort((a, b) => scores[b] - scores[a] || a - b);
  return places.slice(0, 10).map((place) => docs[place].id);
}
