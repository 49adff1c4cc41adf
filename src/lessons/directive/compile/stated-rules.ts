import { isImperative } from "../../../reading/language/imperative.js";
import { sentencesOf } from "../../../reading/language/sentences.js";
import { stripEmphasis } from "../../../reading/language/strip-markup.js";
import { categoryOf } from "../../insight/rules/extraction/category-of.js";
import { type Instruction, type Passage, passagesIn } from "../../instructions/rules/read-instructions.js";
import { compileRule, isDenied } from "./compile-rule.js";

/** More than a file for agents holds; a larger one is a document of another kind. */
const mostRules = 2_000;

/**
 * What a person would call rules: statements that ask for something, with what above them belongs to it. A list below
 * "Never:" says the opposite of what it says alone. What only describes the project is no rule.
 */
export function statedRules(markdown: string): readonly Instruction[] {
  return passagesIn(markdown).flatMap(rulesOf).slice(0, mostRules);
}

function rulesOf(passage: Passage): readonly Instruction[] {
  const { line, text, kind } = passage;
  const at = (each: string) => ({ line, text: each });
  if (kind === "shell") return shellRule(passage).map(at);
  // A point that only leads in says nothing itself: what is below it does.
  if (/[:：]\W*$/u.test(text)) return [];
  if (isDenied(passage)) return [at(denied(text))];
  const isCompiled = compileRule(passage).checks.length > 0;
  if (kind === "paragraph" && !isCompiled) return sentencesOf(text).filter(asks).map(at);
  const isRule =
    isCompiled || isForeign(text) || [text, bodyOf(text)].some((each) => sentencesOf(each).some(asks));
  return isRule ? [at(withCondition(passage))] : [];
}

/** A command below "Before every commit:" is a step; any other only shows how something is done. */
function shellRule({ text, heading, lead }: Passage): readonly string[] {
  if (compileRule({ text, heading, lead, shell: true }).checks.length === 0) return [];
  return [`${withoutColon(lead === "" ? heading : lead)}: \`${text}\``];
}

/** What stands below "Never:" and begins so says itself whether it is done. */
const saysItself = /^\W*(?:never|do not|don't|no|avoid|always|must|only|make sure|ensure)\b/i;

function denied(text: string): string {
  if (saysItself.test(stripEmphasis(text))) return text;
  return `Never ${text.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())}`;
}

/** A lead that says when the points below it hold. */
const condition = /^(?:when|whenever|if|before|after|while|during|unless|until|for|in|on)\b/i;

function withCondition({ text, lead }: Passage): string {
  const plain = withoutColon(stripEmphasis(lead));
  return condition.test(plain) ? `${plain}: ${text}` : text;
}

function withoutColon(text: string): string {
  return text.replace(/[\s:*_]+$/, "");
}

/** "**Naming**: use kebab case", "`src/verbs/call/`: what verbs share": the name in front asks for nothing. */
function bodyOf(text: string): string {
  const [, body = text] =
    /^(?:\*{1,2}[^*]{1,80}\*{1,2}|`[^`]{1,80}`|\[[^\]]*\]\([^)]*\)|[\p{L}\d /-]{1,40})\s*(?:[:–—]|-(?=\s))\s*(.+)$/su.exec(
      text,
    ) ?? [];
  return body;
}

function asks(sentence: string): boolean {
  const plain = stripEmphasis(sentence);
  return categoryOf(sentence) === "rule" || isImperative(plain) || isImperative(plain.replace(inFront, ""));
}

/** "If it is unclear, stop", "Dynamically import what is large". */
const inFront =
  /^(?:(?:when|whenever|if|before|after|while|during|unless|until|once|for|in|on)\b[^,]{1,160},\s*|[a-z]+ly\s+)/i;

/** In other scripts nobody here can tell what asks for something: a point is taken as it stands. */
function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters - latin > letters / 3;
}
