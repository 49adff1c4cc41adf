import { matchStars } from "../../../reading/shell/stars.js";
import { pathFault } from "./path-fault.js";
import type { PredicateFault } from "./predicate.js";

/** Takes a path relative to the project's folder, with slashes. */
export type Glob = { readonly matches: (path: string) => boolean };

/**
 * `*` and `?` stay within a part of the path, `**` stands for any number of parts, `[a-z]` and `[!a-z]` for
 * one character, `{a,b}` for either. Names that start with a dot are like others: a check must not be escaped
 * by hiding. A glob without a slash is the name of a file in any folder. Case counts. Time is bounded by the
 * product of both lengths.
 */
export function compileGlob(text: string): Glob | PredicateFault {
  const expanded = globAlternatives(text);
  if ("error" in expanded) return expanded;
  const alternatives: (readonly GlobPart[])[] = [];
  for (const each of expanded.texts) {
    const parts = parseParts(each);
    if ("error" in parts) return text === each ? parts : { ...parts, position: 0 };
    alternatives.push(parts.parts);
  }
  return { matches: (path) => matchesAny(alternatives, path.split("/")) };
}

function parseParts(text: string): { readonly parts: readonly GlobPart[] } | PredicateFault {
  const fault = pathFault(text);
  if (fault !== undefined) return fault;
  const parts: GlobPart[] = text.includes("/") ? [] : ["**"];
  let position = 0;
  for (const part of text.split("/")) {
    const parsed = parseGlobPart(part);
    if ("error" in parsed) return { ...parsed, position: position + parsed.position };
    parts.push(parsed.part);
    position += part.length + 1;
  }
  return { parts };
}

function matchesAny(alternatives: readonly (readonly GlobPart[])[], path: readonly string[]): boolean {
  return alternatives.some((parts) =>
    matchStars(
      parts.length,
      path.length,
      (at) => parts[at] === "**",
      (at, place) => {
        const part = parts[at];
        return part !== undefined && part !== "**" && matchGlobPart(part, path[place] ?? "");
      },
    ),
  );
}

/** `{a,b}{c,d}` doubles with every pair: more alternatives than this are a mistake or an attack. */
const maxAlternatives = 64;

/** Every text that a glob with `{a,b}` stands for. Braces do not nest: what needs that is two directives. */
function globAlternatives(text: string): { readonly texts: readonly string[] } | PredicateFault {
  let texts = [""];
  let rest = 0;
  for (let open = text.indexOf("{"); open !== -1; open = text.indexOf("{", rest)) {
    const close = text.indexOf("}", open);
    if (close === -1) return { error: "has a { that is not closed", position: open };
    const inside = text.slice(open + 1, close);
    if (inside.includes("{")) return { error: "has braces inside braces", position: open };
    if (!inside.includes(",")) return { error: "has braces without a comma", position: open };
    const choices = inside.split(",");
    if (texts.length * choices.length > maxAlternatives) {
      return { error: `stands for more than ${maxAlternatives} globs`, position: open };
    }
    const before = text.slice(rest, open);
    texts = texts.flatMap((start) => choices.map((choice) => start + before + choice));
    rest = close + 1;
  }
  const stray = strayBrace(text);
  if (stray !== -1) return { error: "has a } without a {", position: stray };
  return { texts: texts.map((start) => start + text.slice(rest)) };
}

function strayBrace(text: string): number {
  const outside = text.replace(/\{[^}]*\}/g, (braces) => "-".repeat(braces.length));
  return outside.indexOf("}");
}

/** One token of a part: a star, any character, a character, or a class of them as ranges of code points. */
type GlobToken =
  | "*"
  | "?"
  | { readonly character: string }
  | { readonly negated: boolean; readonly ranges: readonly (readonly [low: number, high: number])[] };

/** What stands between two slashes; two stars alone stand for any number of parts. */
type GlobPart = "**" | readonly GlobToken[];

function parseGlobPart(text: string): { readonly part: GlobPart } | PredicateFault {
  if (text === "**") return { part: "**" };
  const double = text.indexOf("**");
  if (double !== -1) return { error: "takes ** only as a whole part, as in src/**/*.ts", position: double };
  const tokens: GlobToken[] = [];
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (character === "[") {
      const read = readGlobClass(text, at);
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

function readGlobClass(
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

/** Whether one name of a path fits one part of a glob. */
function matchGlobPart(part: Exclude<GlobPart, "**">, name: string): boolean {
  const characters = [...name];
  return matchStars(
    part.length,
    characters.length,
    (at) => part[at] === "*",
    (at, place) => matchesToken(part[at], characters[place] ?? ""),
  );
}

function matchesToken(token: GlobToken | undefined, character: string): boolean {
  if (token === undefined || token === "*") return false;
  if (token === "?") return true;
  if ("character" in token) return token.character === character;
  const point = character.codePointAt(0) ?? 0;
  return token.ranges.some(([low, high]) => low <= point && point <= high) !== token.negated;
}
