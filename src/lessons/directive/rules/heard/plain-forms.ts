import { oneOf } from "../../../../reading/language/patterns.js";
import { type OwnSentence, ownWords, whole } from "./own-words.js";

/** A rule that a person stated in plain words. */
export interface StatedRule {
  /** The sentence that states it, in the person's own words. */
  readonly text: string;
  /** Why it counts as one. */
  readonly because: string;
}

interface Form {
  readonly because: string;
  readonly says: RegExp;
}

const opener = new RegExp(
  `^(?:${oneOf(
    "ok(?:ay)?, yes, yeah, no, nope, well, and, but, so, also, plus, btw, by the way, oh, ah, wait, great",
    "good, perfect, please, pls, actually, again, hey, hi, note, important, reminder, remember, then, now",
    "nice, thanks, thank you, right, (?:as )?i (?:already )?(?:said|told you)",
  )}(?![\\w-])[\\s,:;.!–—-]*)+`,
  "iu",
);

/** What people say only of what is to stay so. Whoever says it otherwise is heard by the agent. */
const forms: readonly Form[] = [
  {
    because: "says that it holds from now on",
    says: new RegExp(
      `(?:\\b|^)${oneOf(
        "from now on, from here on, going forward, henceforth, ab jetzt, ab sofort, in zukunft bitte, désormais",
        "dorénavant, à partir de maintenant, de ahora en adelante, a partir de ahora, d'ora in poi, daqui em diante",
      )}\\b|(?:从现在开始|从今以后|今後は|これからは)`,
      "iu",
    ),
  },
  {
    because: "says always or never of what the agent does",
    says: /^(?:(?:you|we|agents?) (?:(?:should|must|need to|have to) )?)?(?:always|never) (?!mind\b|\w+[^s]s\b|\w+[^e]ed\b|\w+ing\b|be\b|had\b|seen\b|show\b|display\b)[\p{L}`]/iu,
  },
  {
    because: "says what is used and what is not",
    says: /^(?:(?:we|i) (?:only |always )?)?use [^,;:"]{1,40}(?:,? (?:not|never|and not|but not)|,? instead of|,? rather than) \S/iu,
  },
  {
    because: "forbids it beyond this step",
    says: /^(?:(?:you|we|i) )?(?:don't|do not|dont|never) .*\b(?:unless (?:i|you|we|asked|told)|without (?:asking|my|me)\b|any ?more|ever again)\b/iu,
  },
  { because: "asks to stop a habit", says: /^stop \w+ing (?!(?:this|that|it|the|here|now)\b)\p{L}/iu },
];

/** A question, or for this once. */
const unless = new RegExp(
  `\\?\\s*$|\\b${oneOf(
    "yet, right now, for now, just now, this time, today, until, at the moment, currently, this once, still",
    "(?:for|in|on) (?:this|that|these|those) (?:one|pr|commit|task|change|branch|test|case|fix|file|issue|step)s?",
  )}(?![\\w-])`,
  "iu",
);

/** A longer sentence was pasted or dictated; a shorter one says nothing by itself. */
const [leastChars, mostChars] = [12, 300];
/** A person who writes more rules at once writes a document, and adds it to the file that agents read. */
const mostAtOnce = 3;

/**
 * The rules that a prompt states in plain words. For sessions in which no agent was asked to say what its person
 * corrected: precision before recall.
 */
export function statedRules(prompt: string): readonly StatedRule[] {
  const { sentences, isTask } = ownWords(prompt);
  return isTask ? [] : sentences.flatMap(ruleOf).slice(0, mostAtOnce);
}

function ruleOf(sentence: OwnSentence): readonly StatedRule[] {
  const text = sentence.text.replace(opener, "");
  if (text.length < leastChars || text.length > mostChars || unless.test(text)) return [];
  const form = forms.find(({ says }) => says.test(text));
  return form === undefined ? [] : [{ text: whole({ ...sentence, text }), because: form.because }];
}
