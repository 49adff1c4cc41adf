import { topiclessWords } from "./data/function-words.js";
import { exceptionWords } from "./data/negation.js";
import { isPreferredOver, type SignedWord, signedWords } from "./negation.js";
import { readTokens, type Token } from "./read-tokens.js";

/** The topics of a text, and whether it is for or against each. */
export interface Meaning {
  /** Each topic word with its signs: 1 for, 2 against, 3 both. */
  readonly words: ReadonlyMap<string, number>;
  /** Verbs such as "keep" and "remove", whose signs are already in the words around them. */
  readonly verbs: ReadonlySet<string>;
  readonly sequence: readonly string[];
  /** Numbers, names and identifiers. */
  readonly hard: ReadonlySet<string>;
  /** All words by which the other side may name them. */
  readonly seen: ReadonlySet<string>;
  /** Words that must not be exchanged for others in a long text. */
  readonly fixed: ReadonlySet<string>;
  readonly order: WordOrder | undefined;
  /** Whether it sets one thing against another, so that the same words in another order are another text. */
  readonly contrasting: boolean;
  /** Whether it allows exceptions. */
  readonly conditional: boolean;
}

/** What stands on either side of the word that puts one thing before another. */
export interface WordOrder {
  readonly kind: "time" | "rank" | "way";
  readonly first: ReadonlySet<string>;
  readonly second: ReadonlySet<string>;
}

/** Reads a text once, so that it can be compared with many. */
export function meaningOf(text: string): Meaning {
  const tokens = readTokens(text);
  const { signed, contrasting } = signedWords(tokens);
  const topic = signed.filter(({ verb }) => !verb);
  const words = new Map<string, number>();
  for (const { key, negative } of topic) words.set(key, (words.get(key) ?? 0) | (negative ? 2 : 1));
  return {
    words,
    verbs: new Set(signed.filter(({ verb }) => verb).map(({ key }) => key)),
    sequence: topic.map(({ key }) => key),
    hard: new Set(topic.filter(({ hard }) => hard).map(({ key }) => key)),
    seen: new Set([...tokens.map(({ key }) => key), ...words.keys()]),
    fixed: new Set(topic.filter(isFixed).map(({ key }) => key)),
    order: orderOf(tokens),
    contrasting,
    conditional: tokens.some(({ text }) => exceptionWords.has(text)),
  };
}

function isFixed({ hard, capital, unspaced }: SignedWord): boolean {
  return hard || capital || unspaced;
}

/** The first ordering in a text. "After B, A", "A after B" and "B before A" come out alike. */
function orderOf(tokens: readonly Token[]): WordOrder | undefined {
  const at = tokens.findIndex(
    ({ text, kind }, index) =>
      kind === "word" && /^(?:before|after|then|over)$/.test(text) && !isPreferredOver(tokens, index),
  );
  const word = tokens[at]?.text;
  if (word === undefined) return wayOf(tokens);
  const [start, end] = sentenceAround(tokens, at);
  const leading = keysOf(tokens.slice(start, at)).size === 0;
  const comma = tokens.findIndex(({ kind }, index) => index > at && index < end && kind === "comma");
  const split = leading && comma !== -1 ? comma : end;
  const behind = keysOf(tokens.slice(at + 1, split));
  const other = keysOf(leading ? tokens.slice(split, end) : tokens.slice(start, at));
  const kind = word === "over" ? "rank" : "time";
  return word === "after" ? { kind, first: behind, second: other } : { kind, first: other, second: behind };
}

/** "From A to B". */
function wayOf(tokens: readonly Token[]): WordOrder | undefined {
  const from = tokens.findIndex(({ text }) => text === "from");
  const to = tokens.findIndex(({ text }, index) => index > from && /^(?:to|into)$/.test(text));
  if (from === -1 || to === -1) return undefined;
  const [, end] = sentenceAround(tokens, to);
  return {
    kind: "way",
    first: keysOf(tokens.slice(from + 1, to)),
    second: keysOf(tokens.slice(to + 1, end)),
  };
}

function sentenceAround(tokens: readonly Token[], at: number): readonly [number, number] {
  const start = tokens.slice(0, at).findLastIndex(({ kind }) => kind === "break") + 1;
  const end = tokens.findIndex(({ kind }, index) => index > at && kind === "break");
  return [start, end === -1 ? tokens.length : end];
}

function keysOf(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(
    tokens.filter(({ kind, text }) => kind === "word" && !topiclessWords.has(text)).map(({ key }) => key),
  );
}

/** Whether the two put the same things in the other order. */
export function isReversed(a: WordOrder, b: WordOrder): boolean {
  const crosses = (one: ReadonlySet<string>, other: ReadonlySet<string>, not: ReadonlySet<string>) =>
    [...one].some((key) => other.has(key) && !not.has(key));
  return a.kind === b.kind && crosses(a.first, b.second, b.first) && crosses(a.second, b.first, b.second);
}
