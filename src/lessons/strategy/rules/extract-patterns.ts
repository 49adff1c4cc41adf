import { deniesWhatFollows } from "../../../reading/language/negation.js";
import { anyWord, oneOf } from "../../../reading/language/patterns.js";
import { type Mention, mentionsIn } from "./extraction/mentions.js";
import { readSentences, type Sentence } from "./extraction/sentences.js";
import { type KnownStrategyLabel, signs } from "./extraction/wordings.js";

export { type KnownStrategyLabel, knownStrategies } from "./extraction/wordings.js";

/**
 * The known strategies that a description uses, in the order in which they appear, each once.
 * What it warns of, compares with, asks about or quotes as failed is left out. Reads English.
 */
export function extractPatternsFromDescription(text: string): KnownStrategyLabel[] {
  if (!couldNameStrategy(text)) return [];
  const sentences = readSentences(text);
  const found = sentences.flatMap((sentence, index) =>
    assertedIn(sentence, mentionsIn(sentence.text), sentences[index + 1]).map(({ label }) => label),
  );
  return [...new Set(found)];
}

/**
 * Spares most texts the reading of their sentences, which takes a tenth of the time of a record. Letters are
 * compared in the plain form of a sentence, where no mark of emphasis divides a word.
 */
export function couldNameStrategy(text: string): boolean {
  return signs.test(text.normalize("NFKC").toLowerCase().replaceAll("*", ""));
}

/** Words in front of a mention that set it aside without denying it: it was tried, or is compared with. */
const setAside = anyWord(
  "than, unlike, versus, vs, against, if, unless, non, skip, abandon\\w*, reject\\w*, drop(?:ped)?",
  "limit, cap, reduce, instead of, as opposed to, away from, used to, last time, previous(?:ly)?, earlier",
  "formerly, consider(?:ed|ing)?, tried, (?:old|former) (?:plan|approach|split), at least",
  "(?:should|could|would)(?: have|'ve), (?:wrong|bad|mistake|risky|harmful|foolish)(?: \\w+)? to",
);
const ifPossible = /\bif (?:possible|needed|necessary)\b/g;
/** Where the reach of a denial ends. "Avoid conflicts by splitting …" recommends the splitting. */
const turns = oneOf(
  "but, so, then, because, since, although, though, while, whereas, and, or, by, hence, therefore, thus",
  "instead(?! of), rather(?! than)",
);
const turn = new RegExp(`[,:()[\\]]|\\s[-–—]+\\s|\\b${turns}\\b`, "g");
const contrast = /\b(?:but|instead(?! of)|rather(?! than))\b|, (?:use|prefer)\b|\b(?:good|better|do|plan) ?:/;
const joint = /^[\s,/&+"'`]*(?:\b(?:and|or|nor|and then)\b)?[\s"'`]*$/;

const auxiliaries = oneOf(
  "has, have, had, is, was, were, are, be, been, will, would, should, must, can, could, did, does, do",
  "always, often, usually, again, really, just, both",
);
const verbs = `(?: ${auxiliaries})*`;
const good = oneOf(
  "work, go well, help, scale, fit, succeed, pay, allow, ideal, good, recommend, possible, acceptable, ok",
  "an option, be used, be done, used, feasible, want, viable, suitable, enough, the way, a good",
);
const troubles = oneOf("conflict, failure, error, problem, trouble, chaos, delay, rework");
const bad = oneOf(
  "fail, (?:something|what|how) \\w+ (?:\\w+ not|\\w+n't|never), broke, breaks, avoid, forbid",
  "banned, reject, wrong, bad, worse, worst, an? (?:bad|terrible|poor)(?= ), an? mistake, mistake, harmful",
  "out of the question, abandon, discourag, deprecat, impossible, useless, too (?:slow|risky|coarse|fine)",
  `(?:caus|led to|leads? to|produc)\\w*(?: \\w+){0,3} ${troubles}`,
);
const verdicts = oneOf(
  "avoid, failed, rejected, no\\b, forbidden, bad\\b, wrong\\b, did not work, didn't work, not allowed",
);
/** Words after a mention that state it went wrong or must not be used. */
const blame = new RegExp(
  [
    "^[\"'`)]*(?: (?:strategy|approach|idea|plan|way|method))?(?:,? (?:which|that))?",
    `(?:${verbs} (?:(?:not|never) ${good}|${bad})`,
    `|(?:${verbs}n't|(?: (?:wo|ca|do|does|did|is|was|should|would|could)n't)) ${good}`,
    `| ?(?:[:(]|[-–—]+) ?${verdicts})`,
  ].join(""),
);
const failedCount = /^\s*failed \d+\/\d+/;
const failure = anyWord(
  "fail\\w*, avoid\\w*, anti patterns?, did not work, didn't work, mistakes?, reject\\w*, wrong, bad, broke",
);

const clause = /\b(?:so|but|instead|now|therefore)\b/;

/**
 * Which of a sentence's mentions say that the work is, or is to be, done that way. In doubt, none: a wrong
 * credit teaches.
 */
function assertedIn(
  sentence: Sentence,
  mentions: readonly Mention[],
  next: Sentence | undefined,
): readonly Mention[] {
  if (sentence.question) return [];
  const { text } = sentence;
  let denied = sentence.warned;
  return mentions.filter((mention, index) => {
    const before = mentions[index - 1];
    denied = isDenied(sentence, mention, before, denied);
    const after = text.slice(mention.end, mentions[index + 1]?.start ?? text.length);
    const counted = index === mentions.length - 1 && failedCount.test(next?.text ?? "");
    return !denied && !blame.test(after) && !counted && !isQuotedFailure(text, mention);
  });
}

function isDenied(
  { text, warned }: Sentence,
  mention: Mention,
  before: Mention | undefined,
  denied: boolean,
): boolean {
  const own = text.slice(mention.start, mention.end);
  if (mention.listed || (before !== undefined && mention.start < before.end)) return denied || isDenial(own);
  const lead = text.slice(before?.end ?? 0, mention.start);
  if (isDenial(reachOf(lead, own)) || isDenial(own) || isComparison(lead, own, before)) return true;
  if (before !== undefined && denied && joint.test(lead))
    return lead.trim() !== "" && (warned || !startsAnew(lead, own));
  return warned && !contrast.test(lead);
}

function isDenial(text: string): boolean {
  return deniesWhatFollows(text) || setAside.test(text.replace(ifPossible, " "));
}

/**
 * The part of the words before a mention that still speaks of it. "Avoid conflicts and splitting by layer"
 * denies both.
 */
function reachOf(lead: string, own: string): string {
  const gerund = /^\w+ing\b/.test(own);
  const turns = [...lead.matchAll(turn)].filter(([word]) => !(gerund && (word === "and" || word === "or")));
  return lead.slice(turns.at(-1)?.index ?? 0);
}

/** "Prefer one over the other", "prefer one to the other". */
function isComparison(lead: string, own: string, before: Mention | undefined): boolean {
  return (
    before !== undefined && (/^\s*over\s*$/.test(lead) || (/^\s*to\s*$/.test(lead) && /^\w+ing\b/.test(own)))
  );
}

/**
 * "Do not split by layer, split by feature": a comma and a new order end the denial; a list of -ing forms
 * goes on.
 */
function startsAnew(lead: string, own: string): boolean {
  return (
    !/\b(?:and|or|nor)\b/.test(lead) &&
    /^(?:split|divide|partition|decompose|break|slice|separate|group)\b/.test(own)
  );
}

/** A quotation in a clause about failure names what failed. */
function isQuotedFailure(text: string, { start, end }: Mention): boolean {
  const quotes = [...text.matchAll(/"[^"]*"|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g)];
  const quote = quotes.find(({ 0: { length }, index }) => index <= start && index + length >= end);
  if (quote === undefined) return false;
  const before = text.slice(0, quote.index).split(clause).at(-1) ?? "";
  const after = text.slice(quote.index + quote[0].length).split(clause)[0] ?? "";
  return failure.test(before) || failure.test(after);
}
