import { expandBraces } from "./expand-braces.js";
import { type GlobPart, parseGlobPart } from "./glob-part.js";
import { matchGlobPart } from "./match-glob-part.js";
import { matchStars } from "./match-stars.js";
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
  const expanded = expandBraces(text);
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
