/**
 * Marks that frame Whetstone's blocks in a prompt: a stored text with one could close a block or forge a
 * row in it.
 */
const delimiters = /<!--|-->|```|<\/?\s*delegate_knowledge_directives[^>]*>/gi;
/**
 * Tags by which agents and chat formats mark who speaks: a stored text with one could speak as the system or
 * as the person.
 */
const speakerNames = [
  "system(?:[-_]?(?:reminder|prompt|message|instructions?))?",
  "(?:user|human|assistant|developer|tool|function)(?:[-_](?:message|prompt|query|input|results?|calls?))?",
  "(?:important|critical)[-_]instructions?",
  "instructions?",
];
const speakerTags = new RegExp(
  `<\\s*/?\\s*(?:${speakerNames.join("|")})\\s*(?:\\s[^<>]*)?/?>|<\\|[^<>|]{0,40}\\|>`,
  "gi",
);
/** Frames of blocks and an operator of code: two signs keep the sense and frame nothing. */
const manyEqualSigns = /={3,}/g;
/** Characters that a reader cannot see: controls, zero-width and direction marks, tag characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu;

/** Words of ASCII with a space between them, as most texts are: every character can be seen. */
const plainWords = /^[!-~]+(?: [!-~]+)*$/;
/** Every delimiter, tag and frame has one of these. */
const framing = /[<>`=]/;

/**
 * A stored text as one safe line of a prompt: visible characters only, no line break, no block delimiter,
 * at most `maxChars` characters. Stored texts came from agents and tools, and go back into prompts.
 */
export function oneLine(text: string, maxChars: number): string {
  // Cut before it is cleaned: a text may be of any size, and taking nested marks apart takes a pass each.
  const visible = visibleIn(text.slice(0, 20 * maxChars));
  const line = framing.test(visible) ? singleSpaced(withoutDelimiters(visible)) : visible;
  // No text has more characters than it has units of UTF-16.
  if (line.length <= maxChars) return line;
  const characters = [...line];
  return characters.length <= maxChars
    ? line
    : `${characters
        .slice(0, maxChars - 1)
        .join("")
        .trimEnd()}…`;
}

function visibleIn(text: string): string {
  if (plainWords.test(text)) return text;
  return singleSpaced(text.normalize("NFC").replace(/\s+/gu, " ").replace(invisible, ""));
}

function singleSpaced(text: string): string {
  return text.replace(/ {2,}/g, " ").trim();
}

/** Until nothing is left to remove: taking one away may put another together. */
function withoutDelimiters(text: string): string {
  let rest = text;
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(delimiters, "").replace(speakerTags, "").replace(manyEqualSigns, "==");
  }
  return rest;
}
