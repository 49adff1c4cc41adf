import type { GlobPart, GlobToken } from "./glob-part.js";
import { matchStars } from "./match-stars.js";

/** Whether one name of a path fits one part of a glob. */
export function matchGlobPart(part: Exclude<GlobPart, "**">, name: string): boolean {
  const characters = [...name];
  return matchStars(
    part.length,
    characters.length,
    (at) => part[at] === "*",
    (at, place) => fits(part[at], characters[place] ?? ""),
  );
}

function fits(token: GlobToken | undefined, character: string): boolean {
  if (token === undefined || token === "*") return false;
  if (token === "?") return true;
  if ("character" in token) return token.character === character;
  const point = character.codePointAt(0) ?? 0;
  return token.ranges.some(([low, high]) => low <= point && point <= high) !== token.negated;
}
