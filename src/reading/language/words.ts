import { stopWords } from "./data/function-words.js";
import { withFirstUse } from "./patterns.js";
import { countUnspaced, hasUnspaced, letterPairs, type Run, runsOf } from "./scripts.js";
import { stem } from "./stem.js";

/** How a text is cut into words. */
export interface WordOptions {
  /** A name such as `parseUser`: as it is written, its parts, or its parts and then itself. */
  readonly names: "whole" | "parts" | "both";
  /** Whether figures in a name are parts of it: `utf8` is `utf` and `8`. */
  readonly figures?: boolean;
  /** What stands for a word where a script has no spaces. */
  readonly unspaced: "letters" | "pairs";
  /** Whether Korean is cut like a script without spaces, because its particles stick to the word. */
  readonly korean?: boolean;
  readonly stemmed?: boolean;
}

/** Letters with their marks, digits, and what binds an identifier. */
const name = withFirstUse(() => /[\p{L}\p{M}\p{N}_$]+/gu);
/** The same where all is ASCII: without the tables of Unicode it is made and runs much faster. */
const asciiName = /[a-zA-Z0-9_$]+/g;
const beyondAscii = /[^\0-\x7f]/;
/** A plain word has no seam; most words are plain. */
const plain = /^(?:[a-z]+|[A-Z][a-z]+)$/;
/** Where a name falls apart: snake_case, camelCase, an acronym before a word (`HTTPServer`). */
const seams = "[_$]+|(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})";
const seam = withFirstUse(() => new RegExp(seams, "u"));
const seamWithFigures = withFirstUse(
  () => new RegExp(`${seams}|(?<=[\\p{L}\\p{M}])(?=\\p{N})|(?<=\\p{N})(?=\\p{L})`, "u"),
);

/** The words of a text in any script, in lower case, in order and repeated as they stand. */
export function wordsIn(text: string, options: WordOptions): readonly string[] {
  return namesIn(text.normalize("NFKC"), options).flatMap((each) => wordsOfName(each, options));
}

interface Name {
  readonly whole: string;
  readonly parts: number;
  /** The parts, cut further where a script without spaces meets another. */
  readonly runs: readonly Run[];
}

function namesIn(text: string, { names, figures, korean }: WordOptions): readonly Name[] {
  return (text.match(beyondAscii.test(text) ? name() : asciiName) ?? []).map((written) => {
    const whole = written.toLowerCase();
    if (plain.test(written)) return { whole, parts: 1, runs: [{ text: whole, unspaced: false }] };
    const parts =
      names === "whole"
        ? [whole]
        : written
            .split(figures ? seamWithFigures() : seam())
            .filter((part) => part !== "")
            .map((part) => part.toLowerCase());
    return { whole, parts: parts.length, runs: parts.flatMap((part) => runsOf(part, { korean })) };
  });
}

function wordsOfName({ whole, parts, runs }: Name, { names, unspaced, stemmed }: WordOptions): string[] {
  const words = runs.flatMap((run) => {
    if (run.unspaced) return unspaced === "pairs" ? letterPairs(run.text) : [...run.text];
    return [stemmed ? stem(run.text) : run.text];
  });
  return names === "both" && parts > 1 ? [...words, whole] : words;
}

const topicOptions = { names: "parts", unspaced: "pairs" } as const;

/** The words that a text is about, once each: names are split into parts, grammar is left out. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text, topicOptions).filter((word) => !stopWords.has(word)));
}

/**
 * How much two sets of words have in common, 0 to 1: the cosine of the two sets. Texts without words have
 * nothing in common.
 */
export function wordOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / Math.sqrt(a.size * b.size);
}

const phraseOptions = { names: "whole", unspaced: "letters" } as const;

/** The words of a phrase as it is compared word for word. Without spaces each letter is one. */
export function phraseWords(text: string): readonly string[] {
  return wordsIn(text, phraseOptions);
}

/** A word of a script without spaces has about two letters. */
const lettersPerWord = 2;

/** How many words a phrase is long. */
export function phraseLength(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (hasUnspaced(word) ? 1 / lettersPerWord : 1), 0);
}

/** How many words a text has as a reader counts them: `it's` and `a.ts:4` are one each. */
export function countWords(text: string): number {
  const spaced = runsOf(text)
    .map((run) => (run.unspaced ? " " : run.text))
    .join("")
    .split(/\s+/u)
    .filter((token) => /[\p{L}\p{N}]/u.test(token));
  return spaced.length + Math.floor(countUnspaced(text) / lettersPerWord);
}

/** How an emoji is to be drawn, and no letter: left in, every emoji with it would share a word. */
const drawing = /[\uFE00-\uFE0F\u20E3]/g;
/** Operators that a rule about code can be about. A single `=`, `+` or `.` is too common to mean anything. */
const operator = new RegExp(
  "=== !== ... == != <= >= => -> :: ** && || ?? ?. := += -= ++ -- // << >>"
    .split(" ")
    .map((sign) => sign.replace(/[.*+?|]/g, "\\$&"))
    .join("|"),
  "g",
);
/** An emoji, without the skin or the persons that are joined to it; a flag is two letters of its own. */
const emoji = /\p{RI}\p{RI}|\p{Extended_Pictographic}/gu;
const codeOptions = { names: "both", figures: true, unspaced: "pairs", korean: true, stemmed: true } as const;

export interface CodeTokens {
  /** What is looked up: stemmed words, whole names, operators, emoji. In order, repeated as they stand. */
  readonly words: readonly string[];
  /** The words before stemming, for comparing by parts of words. */
  readonly parts: readonly string[];
}

/** The tokens of prose, code, paths and names in any script. A text without a letter or digit has none. */
export function codeTokens(text: string): CodeTokens {
  const normal = text.replace(drawing, "").normalize("NFKC");
  const names = namesIn(normal, codeOptions);
  const words = names.flatMap((each) => wordsOfName(each, codeOptions));
  const signs = [...(normal.match(operator) ?? []), ...(normal.match(emoji) ?? [])];
  return { words: [...words, ...signs], parts: names.flatMap(({ runs }) => runs.map((run) => run.text)) };
}
