import { codeTokens } from "../../reading/language/words.js";
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
  /** How often the term stands in the text, at most 255: by then one more makes no difference. */
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

/** A segment and which of its texts still count. */
export interface LivingSegment {
  readonly segment: WordSegment;
  /** 1 for a text that counts, 0 for one that was removed or replaced. */
  readonly alive: Uint8Array;
}

/** One segment with the living texts of all, in the order given: the same as packing those texts at once. */
export function mergeSegments(parts: readonly LivingSegment[]): WordSegment {
  const renamed = renumber(parts);
  const keys = unionOfKeys(parts.map(({ segment }) => segment.keys));
  const most = parts.reduce((sum, { segment }) => sum + segment.texts.length, 0);
  const kept = { keys: new Float64Array(keys.length), starts: new Uint32Array(keys.length + 1) };
  const texts = new Uint32Array(most);
  const counts = new Uint8Array(most);
  const cursors = parts.map(() => 0);
  let terms = 0;
  let total = 0;
  for (const key of keys) {
    const before = total;
    for (const [which, { segment }] of parts.entries()) {
      const at = cursors[which] ?? 0;
      if (segment.keys[at] !== key) continue;
      cursors[which] = at + 1;
      total = copyPostings(segment, at, renamed[which] ?? new Int32Array(), texts, counts, total);
    }
    if (total === before) continue;
    kept.keys[terms] = key;
    terms += 1;
    kept.starts[terms] = total;
  }
  return {
    keys: kept.keys.slice(0, terms),
    starts: kept.starts.slice(0, terms + 1),
    texts: texts.slice(0, total),
    counts: counts.slice(0, total),
    wordLengths: livingLengths(parts, "wordLengths"),
    gramLengths: livingLengths(parts, "gramLengths"),
  };
}

/** The new number of each text, -1 for one that is gone. */
function renumber(parts: readonly LivingSegment[]): readonly Int32Array[] {
  let next = 0;
  return parts.map(({ alive }) => {
    const renamed = new Int32Array(alive.length).fill(-1);
    for (let text = 0; text < alive.length; text += 1) {
      if (alive[text] === 0) continue;
      renamed[text] = next;
      next += 1;
    }
    return renamed;
  });
}

function unionOfKeys(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  all.sort();
  return all.filter((key, place) => place === 0 || key !== all[place - 1]);
}

function copyPostings(
  segment: WordSegment,
  term: number,
  renamed: Int32Array,
  texts: Uint32Array,
  counts: Uint8Array,
  from: number,
): number {
  let end = from;
  for (let place = segment.starts[term] ?? 0; place < (segment.starts[term + 1] ?? 0); place += 1) {
    const text = renamed[segment.texts[place] ?? 0] ?? -1;
    if (text < 0) continue;
    texts[end] = text;
    counts[end] = segment.counts[place] ?? 0;
    end += 1;
  }
  return end;
}

function livingLengths(parts: readonly LivingSegment[], field: "wordLengths" | "gramLengths"): Uint32Array {
  const most = parts.reduce((sum, { alive }) => sum + alive.length, 0);
  const lengths = new Uint32Array(most);
  let end = 0;
  for (const { segment, alive } of parts) {
    for (let text = 0; text < alive.length; text += 1) {
      if (alive[text] === 0) continue;
      lengths[end] = segment[field][text] ?? 0;
      end += 1;
    }
  }
  return lengths.slice(0, end);
}
