import { oneOf } from "../../reading/language/patterns.js";
import { re } from "./wordings/wording.js";
import { extra, written } from "./words.js";

/** Because of these words the rule is the opposite of what was undone; see the wording of the same name. */
export const hadToUndo = "says that the person had to undo it";
/** Because of these words the rule is how all of them are written; see the wording of the same name. */
export const waysOfWriting = "says how commits, pull requests or replies are written";

const tookOut = oneOf(
  "removed?, deleted?, took out, take out, drop(?:ped)?, got rid of, get rid of, threw (?:away|out)",
  "stripped",
);
const unwanted = re(
  `\\b${tookOut} (?:all |of )*(?:the |your |those |that )+`,
  `((?:new |extra )?(?:[\\w/.-]+ )?${extra})(?![\\w-])`,
);
const rewritten = re(
  "\\b(?:change|update|fix|rewrite|edit|amend) (?:all )?(?:your|the prior|the earlier|the previous) ",
  `(${written}|comments|messages)`,
  "\\b(?: as well| too)? (?:to (?:include|mention|have|reference|contain|name)|with) (.{3,60}?)[.?!\\s]*$",
);

const quoted = (said: string) => `(said: "${said.replaceAll('"', "'")}")`;

/** What was taken out again as the rule that it stands for, with the words that were said. */
export function ruleOfUndoing(said: string): string {
  const thing = unwanted.exec(said)?.[1];
  return thing === undefined ? said : `Do not add ${thing} unless asked ${quoted(said)}`;
}

/** How some replies are to be changed as the rule for all of them, with the words that were said. */
export function ruleOfRewriting(said: string): string {
  const [, texts, part] = rewritten.exec(said) ?? [];
  return texts === undefined ? said : `Write ${texts} with ${part} ${quoted(said)}`;
}
