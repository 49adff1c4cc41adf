import { oneLine } from "../../text/one-line.js";

export type TextDoor =
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

/** A shorter text holds no instruction; a longer one is not read (directives: one sentence). */
export const textAtLeastChars = 15;
export const textAtMostChars = 280;

/** Enough above the limit to report how long a text is, and to split it. */
const readAtMost = 10;

/**
 * The only question asked of a text is its length as one safe line. What it says is not judged: rules that
 * people write look like injections, and injections look like rules. What a text may bring about is decided
 * by its origin.
 */
export function textDoor(raw: string): TextDoor {
  const text = oneLine(raw, readAtMost * textAtMostChars);
  const characters = characterCount(text);
  if (characters < textAtLeastChars) return { ok: false, refused: "too_short", characters, parts: [] };
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
    characterCount(part) >= textAtLeastChars && characterCount(part) <= textAtMostChars;
  return parts.every(fits) ? parts : [];
}

function characterCount(text: string): number {
  return [...text].length;
}
