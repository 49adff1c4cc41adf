import { anyWord, oneOf, startingWith } from "../../../../reading/language/patterns.js";
import { countWords } from "../../../../reading/language/words.js";
import { categoryOf } from "./category-of.js";

/** People and things of this run: what holds beyond it needs none of them. */
const bound = anyWord(
  "I(?=[ ,'’]), me, my, we, our, us, you(?:r|['’]\\w+)?(?! (?:set|use|call|write)\\b), please, let['’]s",
  "(?:this|these)(?! (?:project|repository|code ?base|package|system|service|api|app)\\b), those, above, below",
  "here, now, today, yesterday, tomorrow, looks?, seems?, maybe, did, had, been, found, fixed, added, failed",
  "the (?:diff|patch|change|branch|commit|pr|fix|implementation)",
);
const boundUnspaced = /我(?!们)|你|您|私|ました|了[。！]?$/u;
/** Speaks of something in another sentence. */
const leaning = startingWith(
  "it, they, he, she, that, such, both, then, and, but, or, so, also, which, overall, however, otherwise",
  "nothing, nobody, everybody, must, should, will, would",
);
/** Says when, or of all of a kind. */
const general = anyWord(
  "when(?:ever)?, if, unless, until, without, before, after, only, never, not, cannot, \\w+n['’]t",
  "every, each, all, any, no, instead of, rather than, so(?= )",
);
/** A whole sentence begins with a capital, where its script has any, and no label stands in front of it. */
const whole = /^(?![^.:`]{1,40}: )(?:\p{Lu}|\p{Lo}|`)/u;
const place = /[\w/-]+\.[a-z]{1,5}:\d+/iu;
const question = new RegExp(`[?？؟]${oneOf("[)\\]\"'”’»」*_]")}*$`, "u");
/** Fewer words of free prose are a remark. */
const leastWords = 5;

/**
 * Whether a sentence of free prose may hold beyond its run: it gives a rule, a cause, or says when something is so.
 * Much of what passes is said once and never again; a role is shown none of it before it was said in another run.
 */
export function isPlainSentence(sentence: string): boolean {
  const plain = sentence.replace(/`[^`]*`/g, "X");
  if (countWords(plain) < leastWords || isQuestion(plain) || place.test(sentence)) return false;
  if (!whole.test(sentence) || bound.test(plain) || boundUnspaced.test(plain) || leaning.test(plain))
    return false;
  return categoryOf(sentence) !== "observation" || general.test(plain);
}

export function isQuestion(text: string): boolean {
  return question.test(text.replace(/`[^`]*`$/, ""));
}
