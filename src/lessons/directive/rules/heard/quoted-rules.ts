import { visibleLines } from "../statements/visible-lines.js";
import { type OwnSentence, ownWords, whole } from "./own-words.js";

const quotedLine =
  /^[\s*_`#+•–\d.)-]{0,20}RULE[*_`]{0,3}\s*[:：]\s*[*_`]{0,3}\s*["“”„«「](.{1,2000})["“”»」][^"“”»」]*$/u;

/** What an agent quoted of its person: `RULE: "…"` in a line of its own, outside code and block quotes. */
export function quotedRules(answer: string): readonly string[] {
  const quoted = visibleLines(answer).map(({ text }) => quotedLine.exec(text)?.[1]?.trim());
  return [...new Set(quoted.filter((text) => text !== undefined))];
}

/** A quotation of a prompt, in the person's own words. */
export interface VerifiedRule {
  readonly text: string;
  /** What stood before and after it; it may say that the opposite holds. */
  readonly around: string;
}

/** A shorter one says nothing by itself, a longer one is no single rule. */
const [leastChars, mostChars] = [12, 300];

/**
 * The part of a prompt that a quotation repeats: whole sentences or list items that the person wrote, one behind
 * the other. "Do not use npm" holds "use npm", so a part of a sentence is none. Only letters and digits are
 * compared, since what counts afterwards is what the person wrote.
 */
export function verifiedRule(quotation: string, prompt: string): VerifiedRule | undefined {
  const chars = [...quotation].length;
  if (chars < leastChars || chars > mostChars) return undefined;
  const { sentences } = ownWords(prompt);
  const sought = lettersOf(quotation);
  for (const [from, first] of sentences.entries()) {
    const to = endOf(sentences, from, sought);
    if (to === undefined) continue;
    const text = [whole(first), ...sentences.slice(from + 1, to).map((each) => each.text)].join(" ");
    const [before, after] = [sentences[from - 1], sentences[to]];
    return {
      text,
      around: [before?.text ?? "", after?.text ?? ""].filter((each) => each !== "").join(" … "),
    };
  }
  return undefined;
}

/** Behind which sentence the words end that begin with this one; undefined if they do not end with a sentence. */
function endOf(sentences: readonly OwnSentence[], from: number, sought: string): number | undefined {
  const first = sentences[from];
  if (first === undefined) return undefined;
  if (lettersOf(whole(first)) === sought) return from + 1;
  let read = "";
  for (const [place, { text }] of sentences.entries()) {
    if (place < from) continue;
    read += lettersOf(text);
    if (read === sought) return place + 1;
    if (!sought.startsWith(read)) return undefined;
  }
  return undefined;
}

function lettersOf(text: string): string {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
    .map((word) => `${word} `)
    .join("");
}
