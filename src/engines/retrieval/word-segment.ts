import { codeTokens } from "../../language/words.js";
import { gramKeys, wordKey } from "./term-key.js";

/**
 * An inverted index over some texts, packed into flat arrays: it loads without parsing and is never changed.
 * The postings of `keys[n]` are the places `starts[n]` to `starts[n + 1]` in `texts` (ascending) and
 * `counts`.
 */
export interface WordSegment {
  /** Ascending, each once. */
  readonly keys: Float64Array;
  readonly starts: Uint32Array;
  readonly texts: Uint32Array;
  /** How often the term stands in the text, at most 255: by then one more says nothing. */
  readonly counts: Uint8Array;
  /** How many words and how many parts of words each text has. */
  readonly wordLengths: Uint32Array;
  readonly gramLengths: Uint32Array;
}

interface Postings {
  readonly texts: number[];
  readonly counts: number[];
}

const maxCount = 255;

/** Packs texts; a text's number is its place in the list. */
export function packSegment(texts: readonly string[]): WordSegment {
  const terms = new Map<number, Postings>();
  const wordLengths = new Uint32Array(texts.length);
  const gramLengths = new Uint32Array(texts.length);
  for (const [place, text] of texts.entries()) {
    const { words, parts } = codeTokens(text);
    wordLengths[place] = words.length;
    for (const word of words) count(terms, wordKey(word), place);
    for (const part of parts) {
      const keys = gramKeys(part);
      gramLengths[place] = (gramLengths[place] ?? 0) + keys.length;
      for (const key of keys) count(terms, key, place);
    }
  }
  return { ...packTerms(terms), wordLengths, gramLengths };
}

/** Texts come in order, so a term's newest posting is the only one that can be of this text. */
function count(terms: Map<number, Postings>, key: number, text: number): void {
  const found = terms.get(key);
  if (found === undefined) {
    terms.set(key, { texts: [text], counts: [1] });
    return;
  }
  const last = found.texts.length - 1;
  if (found.texts[last] === text) found.counts[last] = Math.min(maxCount, (found.counts[last] ?? 0) + 1);
  else {
    found.texts.push(text);
    found.counts.push(1);
  }
}

function packTerms(terms: ReadonlyMap<number, Postings>) {
  const keys = Float64Array.from(terms.keys()).sort();
  const starts = new Uint32Array(keys.length + 1);
  let total = 0;
  for (const [place, key] of keys.entries()) {
    total += terms.get(key)?.texts.length ?? 0;
    starts[place + 1] = total;
  }
  const texts = new Uint32Array(total);
  const counts = new Uint8Array(total);
  for (const [place, key] of keys.entries()) {
    const postings = terms.get(key);
    if (postings === undefined) continue;
    texts.set(postings.texts, starts[place]);
    counts.set(postings.counts, starts[place]);
  }
  return { keys, starts, texts, counts };
}

/** Where the postings of a key are, or undefined when no text has it. */
export function postingsOf(
  { keys, starts }: WordSegment,
  key: number,
): readonly [from: number, to: number] | undefined {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = keys[middle] ?? 0;
    if (found === key) return [starts[middle] ?? 0, starts[middle + 1] ?? 0];
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
