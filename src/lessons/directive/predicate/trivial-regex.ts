import { readElement, readTimes } from "./fixed-prefix.js";
import { compileLineRegex } from "./line-regex.js";

/** Lines of every kind of character that sources hold. */
const anyLines = ["a", "Z", "7", "_", "{", "é"];

/** Why a regex decides nothing: it matches every line, or none. Only plain cases are noticed. */
export function whyTrivial(pattern: string): { readonly reason: string; readonly next?: string } | undefined {
  const compiled = compileLineRegex(pattern);
  if ("error" in compiled) return undefined;
  if (anyLines.every((line) => compiled.regex.linesIn(line, 1).length > 0))
    return { reason: "the regex matches every line, so it could never pass" };
  const sign = misplacedAnchor(pattern);
  if (sign === undefined) return undefined;
  const place = sign === "$" ? "nothing can follow the end" : "nothing can stand before the start";
  return {
    reason: `${sign} is the edge of a line, and ${place} of it: the regex matches nothing`,
    next: `write \\${sign} for the character`,
  };
}

/**
 * A `$` that something must follow, or a `^` that something must come before. Groups and bars begin anew, and
 * what is not read here ends the search: a fault is only reported when it is sure.
 */
function misplacedAnchor(pattern: string): "$" | "^" | undefined {
  let [before, ended] = [false, false];
  for (let rest = pattern.replace(/^\(\?i\)/, ""); rest !== ""; ) {
    const opened = /^(?:\((?:\?(?:P?<\w+>|[a-z-]*:))?|\||\)[*+?]?)/i.exec(rest)?.[0];
    if (opened !== undefined || rest.startsWith("$")) {
      [before, ended] = [false, opened === undefined];
      rest = rest.slice(opened?.length ?? 1);
    } else if (rest.startsWith("^")) {
      if (before) return "^";
      rest = rest.slice(1);
    } else {
      const part = readPart(rest);
      if (part === undefined) return undefined;
      if (part.needed && ended) return "$";
      before ||= part.needed;
      rest = rest.slice(part.length);
    }
  }
  return undefined;
}

/** One character of a match with its repetition; undefined when it is not simple enough to tell. */
function readPart(rest: string): { readonly needed: boolean; readonly length: number } | undefined {
  // A brace that holds no number is a character.
  const element = /^\{(?!\d)/.test(rest) ? { source: "{", length: 1 } : readElement(rest, false);
  if (element === undefined) return undefined;
  const times = readTimes(rest.slice(element.length));
  const length = element.length + times.length;
  const lazy = times.length > 0 && rest[length] === "?" ? 1 : 0;
  return { needed: element.source !== "" && times.least > 0, length: length + lazy };
}
