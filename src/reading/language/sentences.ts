import { oneOf } from "./patterns.js";

/** Ends of sentences in the scripts that have them, with the quotes and brackets that close after them. */
const ends = /(?:[.!?…।؟]+["')\]”’»*_]*(?=\s|$)|[。！？]+[」』”’）)]*)/gu;
const endsAndSemicolons = /(?:[.!?;…।؟]+["')\]”’»*_]*(?=\s|$)|[。！？；]+[」』”’）)]*)/gu;
const abbreviations = "e\\.g, i\\.e, vs, etc, cf, approx, resp, incl, z\\.B, d\\.h, bzw, p\\. ?ex, ca";
/** One of these, a list number or an initial right before the stop: it ends no sentence. */
const abbreviated = new RegExp(`(?:^|[\\s(])(?:${oneOf(abbreviations)}|\\d{1,3}|\\p{Lu})\\.$`, "iu");
/** "No. 5" and "Fig. 2", but "The answer is no. Stop." */
const numbered = /(?:^|[\s(])(?:no|fig)\.$/iu;

/** Cuts a text into its sentences. A stop inside inline code ends none; a semicolon does so on request. */
export function sentencesOf(text: string, { semicolons = false } = {}): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const end of endsIn(text, semicolons ? endsAndSemicolons : ends)) {
    sentences.push(text.slice(start, end).trim());
    start = end;
  }
  sentences.push(text.slice(start).trim());
  return sentences.filter((sentence) => sentence !== "");
}

function endsIn(text: string, stops: RegExp): readonly number[] {
  const hidden = text.replace(/`[^`]*`/g, (span) => "x".repeat(span.length));
  return [...hidden.matchAll(stops)]
    .filter(({ 0: mark, index }) => !isAbbreviation(hidden, index, mark))
    .map(({ 0: mark, index }) => index + mark.length);
}

/** "(hooks, etc.) unless" goes on; behind "(hooks, etc.)" a sentence may begin too. */
function isAbbreviation(text: string, stop: number, mark: string): boolean {
  if (!mark.startsWith(".") || /^\.[.!?]/.test(mark)) return false;
  if (mark !== "." && !/^\s+\p{Ll}/u.test(text.slice(stop + mark.length))) return false;
  const before = text.slice(Math.max(0, stop - 12), stop + 1);
  return abbreviated.test(before) || (numbered.test(before) && /^\s?\d/.test(text.slice(stop + 1)));
}
