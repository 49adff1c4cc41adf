import { oneOf, withFirstUse } from "../../reading/language/patterns.js";
import { hadToUndo, ruleOfRewriting, ruleOfUndoing, waysOfWriting } from "./implied-rule.js";
import { leftOutStep, ruleOfLeftOutStep } from "./left-out-step.js";
import { otherLanguages } from "./other-languages.js";
import { ownWords } from "./own-words.js";
import { complaints } from "./wordings/complaints.js";
import { correctedFacts } from "./wordings/corrected-facts.js";
import { namedChecks } from "./wordings/named-checks.js";
import { passingCorrections } from "./wordings/passing-corrections.js";
import { plainTalk } from "./wordings/plain-talk.js";
import { standingRules } from "./wordings/standing-rules.js";
import { tastes } from "./wordings/tastes.js";
import { terms } from "./wordings/terms.js";
import { waysOfWorking } from "./wordings/ways-of-working.js";
import { re, type Wording } from "./wordings/wording.js";
import { writtenWork } from "./wordings/written-work.js";
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
    "ok(?:ay)?, yes, yeah, yep, yup, no, nope, nah, hmm+, well, and, but, so, also, plus, btw",
    "by the way, oh",
    "ah, wait, sure, great, good, perfect, alright, please, pls, actually, again, hey, hi, claude, note",
    "important, reminder, fyi, just so you know, for your information, one (?:more |last )?thing, then",
    "ugh, argh, nice, thanks, thank you, cool",
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
  "[,;–—-] *(?:or |so |but |and |now )*(?:where|what|why|how|when|which|who|can you|could you|do we|do",
  " you|is it|is that",
  "|any|(?:i'm |just )?wondering|would)\\b[^,?]*\\?+$",
);
/** "Our CI runs on node 18, so don't use …": the rule is the clause at the end. */
const laterClause = /, (?:so |and |but |then )*(?=(?:don't|do not|never|always|please) )/iu;
const statesFact = /^(?!(?:when|do)\b|.*\bif\b).*\b(?:is|are|was|were|runs?|comes?|lives?|has|have)\b/iu;
const marks = /\?+\s*$/u;
/** A longer sentence was pasted or dictated: it states no single rule. */
const sentenceChars = 600;

/** From the clearest to the least clear: the first that fits a sentence decides. */
const wordings: readonly Wording[] = [
  ...standingRules,
  ...correctedFacts,
  ...waysOfWorking,
  ...plainTalk,
  ...complaints,
  ...namedChecks,
  ...writtenWork,
  ...tastes,
  ...terms,
  ...otherLanguages,
];

/** A text this long makes V8 compile a pattern to machine code at once. */
const longText = " ".repeat(1000);

/**
 * The wordings, compiled with the first prompt. V8 would compile each pattern to bytecode for its first text and to
 * machine code for its second, which takes four times as long for all of them together.
 */
const compiledWordings = withFirstUse(() => {
  for (const { says, unless } of wordings) for (const each of [...says, ...unless]) each.test(longText);
  return wordings;
});

interface Found {
  readonly wording: Wording;
  /** The part of the sentence that states it, where the rest is about something else. */
  readonly clause?: string | undefined;
  readonly at: number;
  readonly sentences: readonly string[];
}

/** A person who writes more rules at once writes a document, and adds it to the file that agents read. */
const mostAtOnce = 3;

/**
 * The rules and corrections in a prompt that a person typed: each lasting one by itself, or else at most one
 * that is for this once. Only string work, so that it can run at every prompt.
 */
export function correctionsIn(prompt: string, before: Before = {}): readonly Correction[] {
  const { sentences: written, isTask } = ownWords(prompt);
  const sentences = written.flatMap((sentence) => rulesOfSentence(sentence, isTask));
  const table = sentences.length > written.length ? [...compiledWordings(), besideRule] : compiledWordings();
  const found = allFound(sentences, table, isTask);
  if (found.length === 0) {
    const other = recorded(sentences, before) ?? passing(sentences, isTask);
    return other === undefined ? [] : [other];
  }
  const apart = found.filter((each, place) => !found.slice(0, place).some((other) => overlap(each, other)));
  return apart
    .flatMap((each) => {
      const text = ruleText(each, before);
      const { kind, because } = each.wording;
      return text === undefined ? [] : [{ text, kind, lasting: true, because }];
    })
    .slice(0, mostAtOnce);
}

/** The reason that a person gave for refusing a call: it was about that call, so a little is enough. */
export function refusalsIn(reason: string, before: Before = {}): readonly Correction[] {
  return correctionsIn(reason, before)
    .filter(({ lasting }) => lasting)
    .map((found) => ({ ...found, kind: "refusal" }));
}

function allFound(
  sentences: readonly string[],
  table: readonly Wording[],
  isTask: boolean,
): readonly Found[] {
  return sentences.flatMap((sentence, at) => {
    const whole = wordingOf(sentence, table, isTask);
    if (whole !== undefined) return [{ wording: whole, clause: asideOf(sentence, whole), at, sentences }];
    for (const clause of clausesOf(sentence)) {
      const wording = wordingOf(clause, table, isTask);
      if (wording !== undefined) return [{ wording, clause, at, sentences }];
    }
    return [];
  });
}

/** "Looks good - but match the existing style, I'll do the rest later": parts that stand by themselves. */
const clauseEnd =
  /\s+(?:[-–—]+|<-+|-+>)\s+|[()]|, (?=(?:but|though|although|and (?:also|please)|please|so please) )/u;
const clauseChars = 18;

/** "Let's take the second, though can we keep to the workflow?": the rule is what was added, in its own words. */
function asideOf(sentence: string, wording: Wording): string | undefined {
  const added = /^.{12,}?(?:, (?:though|although) (.+)|[ .]\(([^()]{18,})\)\W*)$/u.exec(sentence);
  const aside = added?.[1] ?? added?.[2];
  return aside !== undefined && wordingOf(aside, [wording], false) !== undefined ? aside : undefined;
}

function clausesOf(sentence: string): readonly string[] {
  const parts = sentence.split(clauseEnd).map((part) => part.trim());
  return parts.length === 1 ? [] : parts.filter((part) => part.length >= clauseChars);
}

function wordingOf(sentence: string, table: readonly Wording[], isTask: boolean): Wording | undefined {
  if (sentence.length > sentenceChars) return undefined;
  const asksOnly = isMereQuestion(sentence);
  const isOnce = once.test(sentence.replace(endQuestion, ""));
  return table.find(
    (each) =>
      (!asksOnly || each.evenAsked === true) &&
      (each.isPlain === true || !isTask) &&
      (each.isPlain === true || each.evenOnce === true || !isOnce) &&
      formsOf(sentence).some((form) => fits(each, form)),
  );
}

/** A question is a rule only when it asks for one: "can we …?", "…, right?". "Did it …?" wants an answer. */
const asksFor = re(
  "^(?:(?:can|could|would|will|shall|should|may|must)(?:n't)? (?:you|we|i)\\b|are we able to|do you m",
  "ind|don't we",
  "|how about|how many times|would you mind|let's\\b)|, (?:right|ok|okay|yes|please|no)\\?+$|\\b(?:ri",
  "ght|please|ok|first)\\?+$",
);

function isMereQuestion(sentence: string): boolean {
  if (!marks.test(sentence)) return false;
  const bare = sentence.replace(opener, "");
  return (
    !asksFor.test(bare) &&
    !/, (?:though |but |and )?(?:can|could) (?:we|you)\b[^,]*$/iu.test(bare) &&
    bare.replace(endQuestion, "") === bare
  );
}

/** "Always run the linter and never push to main": where the second of two rules begins. */
const joint = /(?:,? (?:and|but|plus)|;)(?: also| then)*(?= (?:please )?(?:never|always|don't|do not)\b)/iu;
/** "Use pnpm, and never …": by itself a step of a task or a rule, beside a rule it is one. */
const besideRule: Wording = {
  kind: "rule",
  because: "stands beside a rule",
  says: [
    /^(?:use|prefer|avoid|stick to)(?: (?!(?:the|this|that|these|those|a|an|my|your|it)\b)[^\s,]+){1,3}$/iu,
  ],
  unless: [],
};
/** What is said of an occasion holds for all that follows. */
const onOccasion = /^(?:if|when|whenever|before|after|once|while|until|unless|for|in|on|with)\b/iu;

/** The rules of a sentence, each by itself, where every part of it is one; else the sentence as it is. */
function rulesOfSentence(sentence: string, isTask: boolean): readonly string[] {
  const [first = "", ...later] = sentence.split(joint).map((part) => part.trim());
  if (later.length === 0 || onOccasion.test(first.replace(opener, ""))) return [sentence];
  if (later.some((part) => pointing.test(part))) return [sentence];
  const parts = [first, ...later];
  const isRule = (part: string) =>
    part.length >= wholeChars && wordingOf(part, compiledWordings(), isTask) !== undefined;
  const isBeside = (part: string) => wordingOf(part, [besideRule], isTask) !== undefined;
  return parts.some(isRule) && parts.every((part) => isRule(part) || isBeside(part)) ? parts : [sentence];
}

function fits({ says, unless }: Wording, form: string): boolean {
  // Another person's words are not this person's rule, but the rule may be about them.
  const own = form.replace(/"[^"]{30,}"/g, '"words of somebody else"');
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
  const [said] = correctionsIn(prompt);
  if (said === undefined) return undefined;
  return { ...said, lasting: true, because: "asks to write it where agents read their rules" };
}

const recordThis = re(
  "\\b(?:add|put|write|note|save|remember|document)\\b.{0,20}\\b(?:this|that|it|something)\\b.{0,30}",
  "\\b(?:claude|agents?|gemini)\\.md\\b|^remember (?:this|that)[.!]*$",
);

function passing(sentences: readonly string[], isTask: boolean): Correction | undefined {
  const [found] = isTask ? [] : allFound(sentences.slice(0, 3), passingCorrections, false);
  if (found === undefined) return undefined;
  const { kind, because } = found.wording;
  return { text: joined(found), kind, lasting: false, because };
}

/** A rule in few words, or about "that", says nothing without the call it was about. */
const shortWords = 9;
const pointing = /\b(?:that|this|it|them|those|these|so)\b/iu;
const wholeChars = 15;
const textChars = 480;

function ruleText(found: Found, { call }: Before): string | undefined {
  const text = wordedRule(found);
  const words = text.split(/\s+/).length;
  const isShort = text.length < wholeChars || (words < shortWords && pointing.test(text));
  if (!isShort) return text.slice(0, textChars);
  const isClear = text.length >= wholeChars || found.wording === besideRule;
  return call === undefined ? (isClear ? text : undefined) : `${text} (about: ${call})`;
}

/** What a person says may stand for a rule without stating it. */
const impliedRules = new Map([
  [leftOutStep, ruleOfLeftOutStep],
  [hadToUndo, ruleOfUndoing],
  [waysOfWriting, ruleOfRewriting],
]);

function wordedRule(found: Found): string {
  const said = joined(found);
  return impliedRules.get(found.wording.because)?.(said) ?? said;
}

function joined(found: Found): string {
  const [from, to] = spanOf(found);
  const said = found.clause ?? found.sentences.slice(from, to).join(" ");
  const stated = said.replace(endQuestion, "");
  return (stated.length < wholeChars ? said : stated)
    .replace(/,? (?:right|ok|okay|yes)\?+$/iu, "")
    .replace(/^(?:(?:ok(?:ay)?|yes|yeah|hmm+|and|but|so|also|oh|ah)\b[\s,:;.!–—-]*)+/iu, "");
}

/** The sentence with what belongs to it: the one before for "add this", the one after for "I told you". */
function spanOf({ sentences, at, wording }: Found): readonly [from: number, to: number] {
  const sentence = sentences[at] ?? "";
  const leans = leaning.test(sentence) ? Math.min(at, 2) : 0;
  const after = wording.goesOn === true ? 1 : 0;
  const isWhole = sentence.length >= wholeChars || wording === besideRule;
  const goesOn = !isWhole ? 1 : sentence.length < 60 ? after : 0;
  return [at - leans, at + 1 + goesOn];
}

function overlap(one: Found, other: Found): boolean {
  const [[from, to], [start, end]] = [spanOf(one), spanOf(other)];
  return from < end && start < to;
}

const leaning = re(
  "\\b(?:note|save|remember) (?:this|that|it)\\b",
  "|\\b(?:add|put) (?:this|that|it) (?:also )?(?:to|in|into|as)\\b",
);
