import { generator } from "./measures.mjs";

/** Lessons have about so many words: the median of 330 that agents wrote. */
const wordsPerLesson = { least: 12, most: 36 };

/**
 * Lessons of words that the built-in model knows, drawn as words are in texts: the n-th most common by 1/n.
 * The same each time.
 *
 * @param {string[]} vocabulary most common first
 * @param {number} count
 */
export function corpus(vocabulary, count) {
  const random = generator(count);
  const harmonic = Math.log(vocabulary.length);
  const word = () =>
    vocabulary[Math.min(vocabulary.length - 1, Math.floor(Math.exp(random() * harmonic)) - 1)];
  const { least, most } = wordsPerLesson;
  const text = () => Array.from({ length: least + Math.floor(random() * (most - least)) }, word).join(" ");
  return Array.from({ length: count }, (_, n) => ({ id: `lesson-${n}`, kind: "strategy", text: text() }));
}

/** A task shares some words with a lesson and has some of its own. */
export function tasks(lessons, vocabulary, count) {
  const random = generator(count + 1);
  return Array.from({ length: count }, () => {
    const { text } = lessons[Math.floor(random() * lessons.length)];
    const own = Array.from({ length: 4 }, () => vocabulary[Math.floor(random() * 5_000)]);
    return [...text.split(" ").filter(() => random() < 0.4), ...own].join(" ");
  });
}
