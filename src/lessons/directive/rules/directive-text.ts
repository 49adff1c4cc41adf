import { oneLine } from "../../../base/text/one-line.js";
import { countUnspaced } from "../../../reading/language/scripts.js";
import { wordsIn } from "../../../reading/language/words.js";

export type TextCheck =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly refused: "too_short" | "too_long";
      readonly characters: number;
      /**
       * A text that is too long, as several that would each come in; empty when its sentences do not allow
       * it.
       */
      readonly parts: readonly string[];
    };

/**
 * A shorter text holds no instruction; a longer one is not read. (A limit of 280 refused 1.9 % of the rules
 * that people write for agents, 500 refuses 0.2 %.)
 */
export const textAtLeastChars = 15;
export const textAtMostChars = 500;

/** How many times the limit is read, to report how long a text is and to split it. */
const readAtMost = 10;

/**
 * The only question asked of a text is its length as one safe line. What it says is not judged: rules that
 * people write look like injections, and injections look like rules. What a text may bring about is decided
 * by its origin.
 */
export function checkText(raw: string): TextCheck {
  const text = oneLine(raw, readAtMost * textAtMostChars);
  const characters = characterCount(text);
  if (textWeight(text) < textAtLeastChars) return { ok: false, refused: "too_short", characters, parts: [] };
  if (characters <= textAtMostChars) return { ok: true, text };
  return { ok: false, refused: "too_long", characters, parts: sentenceParts(text) };
}

/** Whole sentences, as many in one part as fit. */
function sentenceParts(text: string): readonly string[] {
  const parts: string[] = [];
  for (const sentence of text.split(/(?<=[.!?;。！？；])\s+|(?<=[。！？；])/u)) {
    const last = parts.at(-1);
    const joined = `${last} ${sentence}`;
    if (last !== undefined && characterCount(joined) <= textAtMostChars) parts[parts.length - 1] = joined;
    else parts.push(sentence);
  }
  const fits = (part: string) =>
    textWeight(part) >= textAtLeastChars && characterCount(part) <= textAtMostChars;
  return parts.every(fits) ? parts : [];
}

/** Characters, where one of a script without spaces holds as much as two letters: eight of them suffice. */
function textWeight(text: string): number {
  return characterCount(text) + countUnspaced(text);
}

/** Words that stand for a text that is still to be written. */
const placeholders = new Set(["todo", "fixme", "tbd", "xxx", "lorem", "ipsum", "asdf", "foo", "bar", "baz"]);
/** One word, however often it is repeated, says nothing that could be followed. */
const leastWords = 2;

/** Whether a text has different words that say something: dots, emojis and placeholders do not. */
export function saysSomething(text: string): boolean {
  const words = new Set(wordsIn(text, { names: "whole", unspaced: "letters" }));
  const telling = [...words].filter((word) => /\p{L}/u.test(word) && !placeholders.has(word));
  return telling.length >= leastWords;
}

function characterCount(text: string): number {
  return [...text].length;
}
