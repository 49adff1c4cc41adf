import { generator } from "./measures.mjs";

/** Around the median length of 330 lessons that agents wrote. */
const wordsPerLesson = { least: 12, most: 36 };

/**
 * Lessons made of words that the built-in model knows. The n-th most common word is drawn with a probability
 * of 1/n, as in real texts. The result is the same every time.
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

/** Tasks that share some words with a lesson and have some of their own. */
export function tasks(lessons, vocabulary, count) {
  const random = generator(count + 1);
  return Array.from({ length: count }, () => {
    const { text } = lessons[Math.floor(random() * lessons.length)];
    const own = Array.from({ length: 4 }, () => vocabulary[Math.floor(random() * 5_000)]);
    return [...text.split(" ").filter(() => random() < 0.4), ...own].join(" ");
  });
}
