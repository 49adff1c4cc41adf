import { statementsOf } from "./statements.js";
import { wordCount } from "./word-count.js";

/** Fewer words than this are no statement. */
const leastWords = 4;
const clauseEnd =
  /[;:,](?=\s)|\s(?:[-–—]{1,2})(?=\s)|\s\((?=\S)|[；，、：]|\s(?=(?:because|which|so that|when|while|unless|but|and then)\s)/gu;

/** The first whole sentences of a line that fit, else its first clauses, else nothing: never half a word. */
export function shorten(line: string, maxChars: number): string | undefined {
  if (line.length <= maxChars) return line;
  let short = "";
  for (const statement of statementsOf(line)) {
    const longer = short === "" ? statement : `${short}${/[。！？]$/u.test(short) ? "" : " "}${statement}`;
    if (longer.length > maxChars) break;
    short = longer;
  }
  if (wordCount(short) >= leastWords) return short;
  const clauses = firstClauses(line, maxChars);
  return wordCount(clauses) >= leastWords ? clauses : undefined;
}

function firstClauses(line: string, maxChars: number): string {
  const head = line.slice(0, maxChars);
  const cuts = [...head.matchAll(clauseEnd)].map(({ index }) => index).toReversed();
  const whole = cuts.find((cut) => isBalanced(head.slice(0, cut)));
  return whole === undefined ? "" : head.slice(0, whole).trimEnd();
}

/** A cut inside code, brackets or a quotation would leave half of it. */
function isBalanced(text: string): boolean {
  const count = (mark: RegExp) => text.match(mark)?.length ?? 0;
  return count(/`/g) % 2 === 0 && count(/"/g) % 2 === 0 && count(/[([]/g) === count(/[)\]]/g);
}
