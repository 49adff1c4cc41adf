import { exceptionWords, lackWords, negators, prohibitingVerbs } from "./data/negation.js";
import { entriesOf, oneOf } from "./patterns.js";
import { sentencesOf } from "./sentences.js";
import { countWords } from "./words.js";

/** Fewer words than this do not make a statement. */
const leastWords = 4;
const joints = oneOf("because, which, so that, when, while, unless, but, and then");
const clauseEnd = new RegExp(
  `[;:,](?=\\s)|\\s(?:[-–—]{1,2})(?=\\s)|\\s\\((?=\\S)|[；，、：]|\\s(?=${joints}\\s)`,
  "gu",
);

/** The first whole sentences of a line that fit, else its first clauses, else nothing: never half a word. */
export function firstSentences(line: string, maxChars: number): string | undefined {
  if (line.length <= maxChars) return line;
  let short = "";
  for (const sentence of sentencesOf(line)) {
    const longer = short === "" ? sentence : `${short}${/[。！？]$/u.test(short) ? "" : " "}${sentence}`;
    if (longer.length > maxChars) break;
    short = longer;
  }
  if (countWords(short) >= leastWords) return short;
  const clauses = firstClauses(line, maxChars);
  return countWords(clauses) >= leastWords ? clauses : undefined;
}

function firstClauses(line: string, maxChars: number): string {
  const head = line.slice(0, maxChars);
  const cuts = [...head.matchAll(clauseEnd)].map(({ index }) => index).toReversed();
  const whole = cuts.find((cut) => isBalanced(head.slice(0, cut)));
  return whole === undefined ? "" : head.slice(0, whole).trimEnd();
}

/** Long enough for one statement, short enough that a summary holds several. */
const aimChars = 70;
/** A text cut shorter than this hardly has a meaning. */
const leastChars = 30;
/** What must not be cut is kept whole up to here, and left out beyond. */
const wholeChars = 160;

/** Words that deny or limit a statement. Cut off with the rest, they would leave the opposite. */
const turningWords = [
  ...negators,
  ...prohibitingVerbs,
  ...lackWords,
  ...exceptionWords,
  ...entriesOf("none, nor, only, but, however, instead, if, when, while, sauf, salvo"),
];
const turning = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${turningWords.join("|")}|\\p{L}+n['’]t)(?![\\p{L}\\p{N}_])`,
  "iu",
);
/**
 * Code, operators and amounts; a letter outside ASCII may belong to a language whose negations are not known
 * here.
 */
const delicate = /[\d`<>=!&|*+%^~{}[\]\\]|[^\x20-\x7e‘’“”–—…]/u;
const leadingOn = oneOf(
  "a, an, and, as, at, by, for, from, in, into, is, its, of, on, or, so, than, that, the, then, to, via",
  "which, with, e\\.g, i\\.e",
);
/** A text must not end in a word that leads to the next one. */
const dangling = new RegExp(`[\\s,;:–—(-]+$|\\s${leadingOn}$`, "i");

/**
 * A statement in about seventy characters, cut where nothing is lost but detail; undefined when that cannot
 * be done.
 */
export function withoutDetail(text: string): string | undefined {
  if (text.length <= aimChars) return text;
  const end = lastClauseEnd(text) ?? wordEnd(text);
  if (end !== undefined) {
    const kept = withoutDangling(text.slice(0, end));
    if (kept.length >= leastChars && isBalanced(kept) && isDetail(text.slice(kept.length))) return `${kept}…`;
  }
  return text.length <= wholeChars ? text : undefined;
}

/** Whether no bracket, quotation or code span is left open. */
function isBalanced(text: string): boolean {
  const count = (mark: RegExp) => text.match(mark)?.length ?? 0;
  return count(/`/g) % 2 === 0 && count(/"/g) % 2 === 0 && count(/[([]/g) === count(/[)\]]/g);
}

function isDetail(rest: string): boolean {
  return !turning.test(rest) && !delicate.test(rest);
}

/** Before the last mark between clauses that leaves enough. */
function lastClauseEnd(text: string): number | undefined {
  const marks = [...text.slice(0, aimChars + 2).matchAll(/[,;:.] | [–—(-]/g)].map((match) => match.index);
  return marks.filter((index) => index >= leastChars).at(-1);
}

function wordEnd(text: string): number | undefined {
  const end = text.lastIndexOf(" ", aimChars);
  return end >= leastChars ? end : undefined;
}

function withoutDangling(text: string): string {
  let rest = text;
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(dangling, "");
  }
  return rest;
}
