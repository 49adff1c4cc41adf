import { anyWord, oneOf } from "../../../../reading/language/patterns.js";
import { sentencesOf } from "../../../../reading/language/sentences.js";

/** One sentence of a description, in the plain form that the rules for wording read. */
export interface Sentence {
  readonly text: string;
  /** It stands under a warning ("AVOID: …", a list headed "What failed"), so it is about what not to do. */
  readonly warned: boolean;
  readonly question: boolean;
}

const bullet = /^\s*(?:[-*+•▪]|\d+[.)])\s+/;
const heading = /^\s*#|:\s*$/;
const warning = anyWord(
  "avoid, anti patterns?, do not, don'?ts?, never, fail(?:ed|ures?), mistakes?, pitfalls?, rejected",
  "went wrong, did not work, didn'?t work, not to do",
);
const stresses = oneOf("ever, again, please, really, under any circumstances, at all, whatever happens");
/** "Never, ever, do it": words between two signs that only stress. */
const emphasis = new RegExp(`\\s?[,(–—-]+\\s?${stresses}\\s?[,)–—-]+`, "g");
/** A label in front of one line: what follows it is the warning's, to the end of the sentence. */
const warningLabel = new RegExp(
  [
    "^[\\s\"'([]*(?:",
    "(?:no|not|bad|wrong|failed|rejected|mistake|anti patterns?)\\s*:",
    "|(?:avoid|do not|don'?t|never)(?! (?:worry|forget|mind|hesitate|panic)\\b)(?: \\w+){0,3}\\s*:",
    "|[❌🚫⛔✗✘])",
  ].join(""),
  "u",
);

/** Cuts a description into sentences. A semicolon ends one: what follows it may turn the sense. */
export function readSentences(description: string): readonly Sentence[] {
  let warnedList = false;
  return paragraphsOf(description).flatMap((paragraph) => {
    const item = bullet.test(paragraph);
    const plain = plainText(paragraph.replace(bullet, ""));
    if (!item) warnedList = heading.test(plain) && warning.test(plain);
    return sentencesOf(plain, { semicolons: true }).map((text) => ({
      text,
      warned: (item && warnedList) || warningLabel.test(text),
      question: /\?["')\]]*\s*$/.test(text),
    }));
  });
}

/**
 * Lower case, plain quotes, hyphens and underscores as spaces, without marks of emphasis and struck-out text.
 */
function plainText(description: string): string {
  return description
    .normalize("NFKC")
    .toLowerCase()
    .replace(/~~[^~]*~~/g, " ")
    .replace(/[‘’‛´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\*+(?=\S)|(?<=\S)\*+/g, "")
    .replace(/\b(e\.g|i\.e|vs|etc)\./g, "$1")
    .replace(/(?<=\p{L})[-‐‑_]+(?=\p{L})/gu, " ")
    .replace(/\bsub (?=tasks?\b)/g, "sub")
    .replace(/(?<=\b(?:last time|previously|earlier|before|formerly)),/g, "")
    .replace(emphasis, " ")
    .replace(/\bnever,? ever\b/g, "never");
}

/**
 * Runs of lines that belong together. Descriptions come wrapped, so a line break alone ends none: a new one
 * starts at a blank line, a bullet, a heading or a capital letter.
 */
function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[] = [];
  let open = false;
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const last = paragraphs.at(-1) ?? "";
    if (open && !startsParagraph(line)) paragraphs.splice(-1, 1, `${last} ${line.trim()}`);
    else paragraphs.push(line);
    open = line.trim() !== "" && !isHeading(line);
  }
  return paragraphs.filter((paragraph) => paragraph.trim() !== "");
}

function startsParagraph(line: string): boolean {
  return line.trim() === "" || bullet.test(line) || isHeading(line) || /^\s*\p{Lu}\p{Ll}/u.test(line);
}

/** "**Avoid:**" is one too. */
function isHeading(line: string): boolean {
  return heading.test(line.replace(/[*_]/g, ""));
}
