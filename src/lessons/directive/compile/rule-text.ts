import { stripEmphasis } from "../../../reading/language/strip-markup.js";
import type { Then } from "../check/check.js";
import { type Marked, markSpans } from "./spans.js";

/** A statement of an instruction file, and what stands above it. */
export interface RuleUnit {
  readonly text: string;
  /** The nearest heading above. */
  readonly heading: string;
  /** The line that leads in: the paragraph above a list that ends in a colon, or the point that this is below. */
  readonly lead: string;
  /** A line of a shell block: a command, as it is written. */
  readonly shell?: boolean;
}

const ornaments = /^(?:[\p{Extended_Pictographic}✗✘✓→•·-]|\uFE0F|\[[ xX]\]|\d{1,2}[.)])+\s*/u;
const label = /^(?:important|note|rule|critical|warning|caution|mandatory|required)\s{0,2}:\s+/i;

/** A cross or a "no entry" in front denies what follows. */
const crossed = /^\s*(?:❌|🚫|⛔|✗|✘)/u;

/** A rule as its patterns read it: without emphasis, ornaments and labels, and with its code set aside. */
export interface RuleText extends Marked {
  /** What is left of it is denied by a mark in front. */
  readonly crossed: boolean;
}

export function ruleText(given: string): RuleText {
  const marked = markSpans(given);
  const plain = stripEmphasis(marked.text)
    .replace(/\*\*|__/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const text = plain.replace(ornaments, "").replace(label, "").replaceAll("’", "'").trim();
  return { text, spans: marked.spans, crossed: crossed.test(plain) };
}

/** Exceptions of a rule, which make it narrower than a check that lacks them. */
const exception = /\b(?:unless|except|excluding|apart from|other than|aside from|with the exception)\b/i;

/** What a person may allow: the check asks them. */
const byConsent = new RegExp(
  [
    "\\b(?:unless|without|until|except (?:when|if)|only (?:when|if|on|with|after))\\b[^.;]{0,60}",
    "\\b(?:ask\\w*|approv\\w+|permission|consent|confirm\\w*|request\\w*|told|instruct\\w+|explicit\\w*|authori[sz]\\w+|specified)\\b",
  ].join(""),
  "i",
);

/** What a check does about a breach, as part of it. */
export function doing(then: Then | undefined): { readonly then?: Then } {
  return then === undefined ? {} : { then };
}

/** How what follows the object of a rule changes it. */
export type Tail = "none" | "ask" | "narrow";

/**
 * A check must say no more than its rule. Behind the object only an end, an explanation or an adverb leaves the rule
 * as it is; anything else, "when…", "for…", "to…", makes it narrower than the check would be.
 */
export function tailOf(rest: string): Tail {
  const tail = rest
    .replace(/^\s*(?:directly|by hand|manually|yourself|anywhere|ever|at all|again|locally)\b/i, "")
    .replace(plainBrackets, "");
  if (isCase.test(tail)) return "narrow";
  if (byConsent.test(tail)) return "ask";
  if (exception.test(tail)) return "narrow";
  return endsHere.test(tail) ? "none" : "narrow";
}

/** A case that the rule holds in, which a consent behind it does not widen: "when pushing unless asked to". */
const isCase = /^\s*(?:when|while|if|for|in|on|to|during|as|from|at|inside|within)\b/i;

/** What stands in brackets explains, unless it says when. */
const plainBrackets = /^\s*\((?!.{0,40}\b(?:only|when|if|for)\b)[^()]*\)/i;

/** An end of the sentence or the clause; in brackets and behind a dash stand reasons. */
const endsHere =
  /^\s*(?:$|[.;!:?]|—|–|--|- |\((?!.{0,40}\b(?:only|when|if|for)\b)|,\s*(?!(?:if|when|while|for|in|on|to|with|without|where|only|or|and)\b))/i;
