import { wordsOf } from "../../../text/words-of.js";
import { negationsIn } from "./negations-in.js";

/**
 * Words of which each says the other's contrary, so that nine shared words in ten do not make one statement
 * of two.
 */
const opposites: readonly (readonly [string, string])[] = [
  "before after|enable disable|enabled disabled|allow deny|allow forbid|include exclude|add remove|increase decrease",
  "lock unlock|true false|public private|client server|read write|first last|min max|minimum maximum|above below",
  "encode decode|encrypt decrypt|open close|start stop|sync async|synchronous asynchronous|trusted untrusted",
  "safe unsafe|valid invalid|mutable immutable|required optional|accept reject|more less|more fewer|upper lower",
]
  .join("|")
  .split("|")
  .map((pair) => [pair.split(" ")[0] ?? "", pair.split(" ")[1] ?? ""] as const);
const numerals = new Map(
  "two three four five six seven eight nine ten".split(" ").map((word, at) => [word, `${at + 2}`]),
);

/** A text as far as it is compared with others. */
export interface Statement {
  readonly words: ReadonlySet<string>;
  readonly negated: boolean;
  readonly numbers: ReadonlySet<string>;
}

export function statementOf(text: string): Statement {
  const words = wordsOf(text);
  return { words, negated: negationsIn(text) % 2 === 1, numbers: numbersOf(text, words) };
}

/**
 * Whether two texts, however alike in their words, cannot be the same statement: negated, opposite or with
 * other numbers.
 */
export function contradicts(a: Statement, b: Statement): boolean {
  return a.negated !== b.negated || numbersDiffer(a.numbers, b.numbers) || isOpposite(a.words, b.words);
}

/** One text may name more numbers than the other, such as a place, but not others. */
function numbersDiffer(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  return [...few].some((number) => !many.has(number));
}

/** Also those within words, "IPv4", but not the line of a place: "a.ts:42", "a.ts#L42", "line 42". */
function numbersOf(text: string, words: ReadonlySet<string>): ReadonlySet<string> {
  const plain = text.normalize("NFKC").toLowerCase();
  const figures = [...plain.matchAll(/(?<![\d:.,-]|#l|\blines? )\d{1,20}(?:[.,]\d{1,20}){0,8}/g)].map(
    ([figure]) => figure.replace(/,(?=\d{3}(?!\d))/g, ""),
  );
  const spelled = [...words].flatMap((word) => numerals.get(word) ?? []);
  return new Set([...figures, ...spelled]);
}

function isOpposite(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const onlyIn = (here: ReadonlySet<string>, there: ReadonlySet<string>, word: string) =>
    here.has(word) && !there.has(word);
  return opposites.some(
    ([one, other]) =>
      (onlyIn(a, b, one) && onlyIn(b, a, other)) || (onlyIn(a, b, other) && onlyIn(b, a, one)),
  );
}
