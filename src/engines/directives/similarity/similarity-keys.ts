import { keysEnough } from "./dice.js";
import { meaningOf } from "./meaning.js";
import { commonWords } from "./word-lists.js";

/**
 * Keys by which to find what may be like a text: two directives that are the same or opposite share at least
 * one, so that only those need comparing. Any order of the words keeps that promise; this one puts rare words
 * first, and long ones are rare.
 */
export function similarityKeys(text: string): readonly string[] {
  const { words, verbs } = meaningOf(text);
  if (words.size === 0) return verbs.size === 0 ? [] : [`verbs ${[...verbs].sort().join(" ")}`];
  return [...words.keys()].sort(byRarity).slice(0, keysEnough(words.size));
}

function byRarity(a: string, b: string): number {
  const common = Number(commonWords.has(a)) - Number(commonWords.has(b));
  return common || b.length - a.length || (a < b ? -1 : 1);
}
