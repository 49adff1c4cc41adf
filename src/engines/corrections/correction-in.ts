import { oneOf } from "../../language/patterns.js";
import { otherLanguages } from "./other-languages.js";
import { ownWords } from "./own-words.js";
import { correctedFacts } from "./wordings/corrected-facts.js";
import { passingCorrections } from "./wordings/passing-corrections.js";
import { standingRules } from "./wordings/standing-rules.js";
import { waysOfWorking } from "./wordings/ways-of-working.js";
import { re, type Wording } from "./wordings/wording.js";
import { once } from "./words.js";

/** What a person's prompt corrects, or the rule that it states. */
export interface Correction {
  /** The sentence or two that hold it, in the person's own words. */
  readonly text: string;
  readonly kind: "correction" | "rule" | "refusal";
  /** Holds beyond this task. Only what lasts is worth a proposal. */
  readonly lasting: boolean;
  /** Why it counts as one. */
  readonly because: string;
}

/** What came before the prompt in its session. */
export interface Before {
  /** The last tool call, as a short text. */
  readonly call?: string | undefined;
  /** The person's prompt before this one. */
  readonly prompt?: string | undefined;
}

const opener = new RegExp(
  `^(?:${oneOf(
    "ok(?:ay)?, yes, yeah, yep, yup, no, nope, nah, hmm+, well, and, but, so, also, plus, btw, by the way, oh",
    "ah, wait, sure, great, good, perfect, alright, please, pls, actually, again, hey, hi, claude, note",
    "important, reminder, fyi, one (?:more |last )?thing, then, ugh, argh, nice, thanks, thank you, cool",
    "right, now, nein, ja, bitte, non, oui",
  )}\\b(?!-)[\\s,:;.!–—-]*)+`,
  "iu",
);
const request = new RegExp(
  `^${oneOf(
    "(?:can|could|would|will) (?:you|we), i(?:'d| would) like (?:you|us) to, i want you to, i need you to",
    "you (?:can|could|should|may|might want to), we (?:should|could|can|need to|must)",
  )} (?:please |maybe |also |just |then |now )*`,
  "iu",
);
/** "Can we not commit the docs?" is put as a question, and is none. */
const refusing = /^(?:(?:can|could|would|will) (?:you|we) (?:please )?|are we able to )not /iu;
const endQuestion = re(
  "[,;–—-] *(?:or |so )?(?:where|what|why|how|when|which|who|can you|could you|do we|do you|is it|is that)",
  "\\b[^,?]*\\?+$",
);
/** "Our CI runs on node 18, so don't use …": the rule is the clause at the end. */
const laterClause = /, (?:so |and |but |then )*(?=(?:don't|do not|never|always|please) )/iu;
const statesFact = /^(?!(?:when|do)\b|.*\bif\b).*\b(?:is|are|was|were|runs?|comes?|lives?|has|have)\b/iu;
const marks = /\?+\s*$/u;
/** A longer sentence was pasted or dictated: it states no single rule. */
const sentenceChars = 600;

/** From the clearest to the least clear: the first that fits a sentence decides. */
const wordings = [...standingRules, ...correctedFacts, ...waysOfWorking, ...otherLanguages];

interface Found {
  readonly wording: Wording;
  readonly at: number;
  readonly sentences: readonly string[];
}

/**
 * The rule or correction in a prompt that a person typed. Only string work, so that it can run at every
 * prompt.
 */
export function correctionIn(prompt: string, before: Before = {}): Correction | undefined {
  const { sentences, isTask } = ownWords(prompt);
  const found = firstFound(sentences, wordings, isTask);
  if (found === undefined) return recorded(sentences, before) ?? passing(sentences, isTask);
  const text = ruleText(found, before);
  const { kind, because } = found.wording;
  return text === undefined ? undefined : { text, kind, lasting: true, because };
}

/** The reason that a person gave for refusing a call: it was about that call, so a little is enough. */
export function refusalIn(reason: string, before: Before = {}): Correction | undefined {
  const found = correctionIn(reason, before);
  return found?.lasting === true ? { ...found, kind: "refusal" } : undefined;
}

function firstFound(
  sentences: readonly string[],
  table: readonly Wording[],
  isTask: boolean,
): Found | undefined {
  for (const [at, sentence] of sentences.entries()) {
    if (sentence.length > sentenceChars) continue;
    const wording = table.find(
      (each) =>
        (each.isPlain === true || !isTask) &&
        (each.isPlain === true || each.evenOnce === true || !once.test(sentence)) &&
        formsOf(sentence).some((form) => fits(each, form)),
    );
    if (wording !== undefined) return { wording, at, sentences };
  }
  return undefined;
}

function fits({ says, unless }: Wording, form: string): boolean {
  // What somebody else said is not the person's rule, but it may be what the rule is about.
  const own = form.replace(/"[^"]{30,}"/g, '"…"');
  return says.some((pattern) => pattern.test(own)) && !unless.some((pattern) => pattern.test(own));
}

/** A sentence as an instruction: without opening words, and a request without its question. */
function formsOf(sentence: string): readonly string[] {
  const whole = sentence.replace(/[.!\s]+$/u, "");
  const bare = whole.replace(opener, "").replace(endQuestion, "");
  if (refusing.test(bare)) return [bare.replace(refusing, "do not ").replace(marks, "")];
  const asked = bare.replace(request, "");
  if (asked !== bare) return [bare, asked.replace(marks, "")];
  const [first = "", ...later] = bare.split(laterClause);
  return [bare, whole, ...(statesFact.test(first) && !marks.test(bare) ? later : [])];
}

/** "Add this to CLAUDE.md": the rule is what the person said before. */
function recorded(sentences: readonly string[], { prompt }: Before): Correction | undefined {
  const asks = sentences.some((sentence) => recordThis.test(sentence));
  if (!asks || prompt === undefined) return undefined;
  const said = correctionIn(prompt);
  if (said === undefined) return undefined;
  return { ...said, lasting: true, because: "asks to write it where agents read their rules" };
}

const recordThis = re(
  "\\b(?:add|put|write|note|save|remember|document)\\b.{0,20}\\b(?:this|that|it|something)\\b.{0,30}",
  "\\b(?:claude|agents?|gemini)\\.md\\b|^remember (?:this|that)[.!]*$",
);

function passing(sentences: readonly string[], isTask: boolean): Correction | undefined {
  const found = isTask ? undefined : firstFound(sentences.slice(0, 3), passingCorrections, false);
  if (found === undefined) return undefined;
  const { kind, because } = found.wording;
  return { text: joined(found, 0), kind, lasting: false, because };
}

/** A rule in few words, or about "that", says nothing without the call it was about. */
const shortWords = 9;
const pointing = /\b(?:that|this|it|them|those|these|so)\b/iu;
const wholeChars = 15;
const textChars = 480;

function ruleText(found: Found, { call }: Before): string | undefined {
  const text = joined(found, found.wording.because === "says it again" ? 1 : 0);
  const words = text.split(/\s+/).length;
  const isShort = text.length < wholeChars || (words < shortWords && pointing.test(text));
  if (!isShort) return text.slice(0, textChars);
  return call === undefined ? (text.length < wholeChars ? undefined : text) : `${text} (about: ${call})`;
}

/** The sentence with what belongs to it: the one before for "add this", the one after for "I told you". */
function joined({ sentences, at }: Found, after: number): string {
  const sentence = sentences[at] ?? "";
  const leans = leaning.test(sentence) ? Math.min(at, 2) : 0;
  const goesOn = sentence.length < wholeChars ? 1 : sentence.length < 40 ? after : 0;
  return sentences
    .slice(at - leans, at + 1 + goesOn)
    .join(" ")
    .replace(/^(?:(?:ok(?:ay)?|yes|yeah|hmm+|and|but|so|also|oh|ah)\b[\s,:;.!–—-]*)+/iu, "");
}

const leaning = /\b(?:add|put|note|save|remember) (?:this|that|it)\b/iu;
