import { type SignedWord, signedWords } from "./signed-words.js";
import { tokensOf } from "./tokens.js";
import { exceptions } from "./word-lists.js";
import { orderOf, type WordOrder } from "./word-order.js";

/** What a directive speaks of, and for or against what. */
export interface Meaning {
  /** Each topic word with its signs: 1 for, 2 against, 3 both. */
  readonly words: ReadonlyMap<string, number>;
  /** Verbs such as "keep" and "remove", whose signs are already in the words around them. */
  readonly verbs: ReadonlySet<string>;
  readonly sequence: readonly string[];
  /** Numbers, names and identifiers, and all words by which the other side may name them. */
  readonly hard: ReadonlySet<string>;
  readonly seen: ReadonlySet<string>;
  /** Words that must not be exchanged for others in a long text. */
  readonly fixed: ReadonlySet<string>;
  readonly order: WordOrder | undefined;
  /** Whether it sets one thing against another, so that the same words in another order are another text. */
  readonly contrasting: boolean;
  /** Whether it allows exceptions. */
  readonly conditional: boolean;
}

export function meaningOf(text: string): Meaning {
  const tokens = tokensOf(text);
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
    conditional: tokens.some(({ text }) => exceptions.has(text)),
  };
}

function isFixed({ hard, capital, spaceless }: SignedWord): boolean {
  return hard || capital || spaceless;
}
