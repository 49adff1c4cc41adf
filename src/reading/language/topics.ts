import { conversationWords, topiclessWords } from "./data/function-words.js";
import { stem } from "./stem.js";
import { wordsOf } from "./words.js";

/** A letter or a number alone names no topic. */
const tooShort = /^(?:.|\p{N}+)$/u;

/** The stems of the words that say what a text is about: grammar and the words of a chat are left out. */
export function topicsOf(text: string): ReadonlySet<string> {
  const words = [...wordsOf(text)].filter(
    (word) => !topiclessWords.has(word) && !conversationWords.has(word) && !tooShort.test(word),
  );
  return new Set(words.map(stem));
}
