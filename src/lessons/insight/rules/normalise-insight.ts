import { stripEmphasis, stripLead } from "../../../reading/language/strip-markup.js";

/** Far above the length of an insight. Every layer of clothes costs a pass, so the text must be bounded. */
const charsRead = 4_000;
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]|[\uFE0E\uFE0F]/gu;
const closing = new Set(" .,;:!?…。、،؛؟।॥");

/**
 * The text by which an insight is known: the same observation in another case, in quotes, as a list item or
 * with emphasis gives the same text. Letters of every script, numbers, negations, operators and identifiers
 * stay.
 */
export function normaliseInsight(text: string): string {
  let rest = text;
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = stripLead(withoutTrail(withoutQuotes(stripEmphasis(foldedText(rest)))));
  }
  return rest;
}

function foldedText(text: string): string {
  return text
    .slice(0, charsRead)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .replace(invisible, "")
    .replace(/ς/g, "σ")
    .replace(/ß/g, "ss")
    .replace(/[‐‑‒–—―−]/g, "-")
    .replace(/ -{2,3} /g, " - ")
    .replace(/ {2,}/g, " ")
    .slice(0, charsRead)
    .trim();
}

/** An apostrophe inside a word is none: "don't". */
function withoutQuotes(text: string): string {
  return text
    .replace(/[‘’‛]/g, "'")
    .replace(/["“”„‟«»‹›「」『』`]/g, "")
    .replace(/(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu, "");
}

function withoutTrail(text: string): string {
  let end = text.length;
  while (end > 0 && closing.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
