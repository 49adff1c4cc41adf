import type { PredicateFault } from "./predicate.js";

/** One token of a part: a star, any character, a character, or a class of them as ranges of code points. */
export type GlobToken =
  | "*"
  | "?"
  | { readonly character: string }
  | { readonly negated: boolean; readonly ranges: readonly (readonly [low: number, high: number])[] };

/** What stands between two slashes; two stars alone stand for any number of parts. */
export type GlobPart = "**" | readonly GlobToken[];

export function parseGlobPart(text: string): { readonly part: GlobPart } | PredicateFault {
  if (text === "**") return { part: "**" };
  const double = text.indexOf("**");
  if (double !== -1) return { error: "takes ** only as a whole part, as in src/**/*.ts", position: double };
  const tokens: GlobToken[] = [];
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (character === "[") {
      const read = readClass(text, at);
      if ("error" in read) return read;
      tokens.push(read.token);
      at = read.end;
    } else {
      tokens.push(character === "*" || character === "?" ? character : { character });
      at += character.length;
    }
  }
  return { part: tokens };
}

function readClass(
  text: string,
  start: number,
): { readonly token: GlobToken; readonly end: number } | PredicateFault {
  const negated = text[start + 1] === "!" || text[start + 1] === "^";
  const first = start + (negated ? 2 : 1);
  // A closing bracket that comes first is one of the characters.
  const end = text.indexOf("]", first + 1);
  if (end === -1) return { error: "has a [ that is not closed", position: start };
  const points = [...text.slice(first, end)].map((character) => character.codePointAt(0) ?? 0);
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < points.length; at += 1) {
    const low = points[at] ?? 0;
    const high = points[at + 1] === dash ? points[at + 2] : undefined;
    ranges.push([low, high ?? low]);
    if (high !== undefined) at += 2;
  }
  if (ranges.some(([low, high]) => low > high))
    return { error: "has a range that runs backwards", position: start };
  return { token: { negated, ranges }, end: end + 1 };
}

const dash = "-".charCodeAt(0);
