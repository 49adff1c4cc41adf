import { isImperative } from "../../../reading/language/imperative.js";
import { sentencesOf } from "../../../reading/language/sentences.js";
import { stripEmphasis } from "../../../reading/language/strip-markup.js";
import { categoryOf } from "../../insight/rules/extraction/category-of.js";
import { type Check, printCheck } from "../check/check.js";
import { forbidding, packageManagerRule, replacing } from "./forbidding.js";
import { gateByLead, gateRule } from "./gates.js";
import { commitRule, gitWords } from "./git-words.js";
import { type RuleText, type RuleUnit, ruleText } from "./rule-text.js";

/**
 * Why a statement has no check. `description`: it asks for nothing. `condition`: it holds in some cases only, and
 * the check would hold in all. `judgement`: what it asks for no program can see.
 */
export type NoCheck = "description" | "condition" | "judgement";

export interface Compiled {
  readonly checks: readonly Check[];
  /** Why there is none. */
  readonly why: NoCheck | undefined;
}

/** Makes checks of a statement, by its form alone. What is not certain is left to a person. */
export function compileRule(unit: RuleUnit): Compiled {
  const sentences = (unit.shell ? [] : sentencesOf(unit.text)).map(ruleText);
  const found = sentences.map((rule, at) =>
    at > 0 && goesOnWithCase(rule, sentences[0]) ? ("condition" as const) : inSentence(rule, unit, at === 0),
  );
  const stated = [...found.flatMap((each) => (typeof each === "object" ? each : [])), ...byLead(unit)];
  const checks = stated.filter((check) => !isOnlySometimes(check, unit.lead));
  if (checks.length > 0) return { checks: unique(checks), why: undefined };
  if (stated.length > 0 || found.includes("condition")) return { checks: [], why: "condition" };
  return { checks: [], why: asksSomething(unit) ? "judgement" : "description" };
}

/** "When a plan is carried out, each task ends in a review. Do not run…": only "never" leaves the case behind. */
function goesOnWithCase({ text }: RuleText, first: RuleText | undefined): boolean {
  return (
    /^(?:do not|don't)\b/i.test(text) && /^(?:when|whenever|while|if|during)\b[^.]*,/i.test(first?.text ?? "")
  );
}

/** "In tests:" above a list: what its points forbid, they forbid there. */
function isOnlySometimes(check: Check, lead: string): boolean {
  return "never" in check && !("write" in check.never) && somewhere.test(ruleText(lead).text);
}

const somewhere =
  /^(?:when|whenever|if|while|during|for|in|on|inside|within)\b(?!.*\b(?:commit|push|working|develop|code|project|repo))[^.]{1,80}:$/i;

function unique(checks: readonly Check[]): readonly Check[] {
  return [...new Map(checks.map((check) => [printCheck(check), check])).values()];
}

function inSentence(
  rule: RuleText,
  unit: RuleUnit,
  first: boolean,
): readonly Check[] | "condition" | undefined {
  const denied = first && (rule.crossed || isDenied(unit));
  const readers = [
    () => packageManagerRule(rule),
    () => gitWords(denied && !negated.test(rule.text) ? { ...rule, text: `never ${rule.text}` } : rule),
    () => commitRule({ ...rule, heading: unit.heading }),
    () => gateRule(rule),
    () => replacing(rule),
    () => forbidding(rule, denied),
  ];
  let why: "condition" | undefined;
  for (const read of readers) {
    const found = read();
    if (typeof found === "object") return found;
    why ??= found;
  }
  return why;
}

/** It says itself what is not done, whatever stands above it. */
const negated = /^(?:never|do not|don't|must not|no)\b/i;

function byLead(unit: RuleUnit): readonly Check[] {
  const above = [unit.lead, unit.heading].map((each) => ruleText(each).text);
  const rule = unit.shell ? { ...ruleText(`\`${unit.text}\``), crossed: false } : ruleText(unit.text);
  return gateByLead(rule, above, unit.shell === true) ?? [];
}

/** A heading or a lead that is nothing but a negation denies what stands below it. */
const nothingBut =
  /^(?:(?:important|critical|rules?|strict(?:ly)?|absolutely|hard)\W+)*(?:(?:you |agents? )?(?:never|do not|don't|dont|must not|must never|should not|avoid|prohibited|forbidden|not allowed|what not to do|things (?:not to do|to avoid|you must not do)|never do(?: this| these)?|do not do(?: this| these)?)(?: (?:commands?|actions?|patterns?|operations?|the following|this|these|use|run|do|do any of the following))*)\s*(?:\([^()]*\)\s*)?[:!.]*$/i;

export function isDenied({ lead, heading }: Pick<RuleUnit, "lead" | "heading">): boolean {
  const above = lead === "" ? heading : lead;
  return nothingBut.test(ruleText(above).text);
}

function asksSomething(unit: RuleUnit): boolean {
  if (unit.shell === true) return false;
  const text = stripEmphasis(unit.text);
  return isDenied(unit) || categoryOf(text) === "rule" || isImperative(text);
}
