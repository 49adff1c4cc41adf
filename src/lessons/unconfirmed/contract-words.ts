import { oneLine } from "../../base/text/one-line.js";

/** The name of the block's tags. */
export const blockName = "delegate_knowledge_directives";

/**
 * What models put between the words of a keyword: an underscore, also escaped for Markdown, a space, a
 * hyphen.
 */
const joint = "\\\\?[_ -]";
const notApplicable = `N(?:\\\\?[_ ./-])?A|NOT${joint}APPLICABLE`;

/**
 * The words of the contract in every form in which they are read. ASCII only: look-alike letters are other
 * words.
 */
export const ackWords = `KNOWLEDGE${joint}(?:APPLIED|IGNORED|VIOLATED|${notApplicable})`;
export const verdictWords = `VERIFIED|VIOLATED|${notApplicable}`;
export const complianceWords = `DIRECTIVE${joint}COMPLIANCE`;

const keywords = new RegExp(`(KNOWLEDGE|DIRECTIVE)${joint}(?=APPLIED|IGNORED|VIOLATED|N|COMPLIANCE)`, "gi");
/**
 * A verdict is a common word: it is only taken apart before a colon or the like, or in a text that holds what
 * may be an id.
 */
const behind = "(?=[\\s*_`\"'\\])>]{0,20}[:：=|>→\\-–—])";
const verdictsBeforeSign = new RegExp(`(?<![a-z0-9])(${verdictWords})${behind}`, "gi");
const verdicts = new RegExp(`(?<![a-z0-9])(${verdictWords})(?![a-z0-9·])`, "gi");
const idLike = /[0-9a-f]{4}|directive-/i;
const tagNames = new RegExp(blockName.replaceAll("_", "[_\\s-]{0,3}"), "gi");

/**
 * A stored text as one line that cannot imitate the contract. A middle dot splits the contract's words:
 * "KNOWLEDGE·APPLIED:x" reads the same to a person, and no parser here accepts the dot. So no text can bring
 * along an acknowledgement, a verdict, the beginning of a section or the end of the block, even if a model
 * repeats it word for word.
 */
export function safeText(text: string, maxChars: number): string {
  const line = oneLine(text, maxChars);
  return line
    .replace(tagNames, (name) => name.replace(/[_\s-]+/g, "").replace(/(delegate)(knowledge)/i, "$1·$2·"))
    .replace(keywords, "$1·")
    .replace(idLike.test(line) ? verdicts : verdictsBeforeSign, "$1·");
}
