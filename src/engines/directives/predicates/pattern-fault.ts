import type { PredicateFault } from "./predicate.js";

/**
 * What a regex may not say because lines are checked one by one: a line break never matches, the text's edges
 * are those of a line, and `^` and `$` always are. Each would make a check that passes without ever having
 * looked.
 */
export function patternFault(pattern: string): PredicateFault | undefined {
  if (pattern === "") return { error: "needs a regex", position: 0 };
  let inClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === "\\") {
      const error = escapeError(pattern[at + 1] ?? "", inClass);
      if (error !== undefined) return { error, position: at };
      at += 1;
    } else if (inClass) inClass = character !== "]";
    else if (character === "[") {
      inClass = true;
      at += classStart(pattern, at + 1);
    } else if (/^\(\?[a-zA-Z-]*m[a-zA-Z-]*[:)]/.test(pattern.slice(at, at + 20))) {
      return { error: "must not set the flag m: ^ and $ always stand for the edges of a line", position: at };
    }
  }
  return undefined;
}

function escapeError(letter: string, inClass: boolean): string | undefined {
  if (letter === "Q") return "must not quote with \\Q: escape each character with a backslash";
  if (inClass) return undefined;
  if (letter === "n") return "must not hold \\n: lines are checked one by one";
  return letter === "A" || letter === "z" ? `must not hold \\${letter}: write ^ or $` : undefined;
}

/** A closing bracket that comes first in a class, also after `^`, belongs to it. */
function classStart(pattern: string, at: number): number {
  const negated = pattern[at] === "^" ? 1 : 0;
  return negated + (pattern[at + negated] === "]" ? 1 : 0);
}
