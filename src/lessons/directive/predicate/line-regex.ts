import { RE2JS, RE2JSException, RE2JSSyntaxException } from "re2js";
import { fixedPrefix } from "./fixed-prefix.js";
import type { PredicateFault } from "./predicate.js";

/** Time grows with the size of the compiled program; `[a-z]{1000}` has about 1,000 instructions. */
const maxInstructions = 2_000;

/**
 * A regex that is checked against lines, in time that grows with the text and not with what the text holds.
 */
export class LineRegex {
  readonly #regex: RE2JS;
  readonly #prefix: RegExp | undefined;

  constructor(regex: RE2JS, prefix: RegExp | undefined) {
    this.#regex = regex;
    this.#prefix = prefix;
  }

  /** The numbers of the first lines that match, from 1. */
  linesIn(text: string, atMost: number): number[] {
    const unix = text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
    if (this.#prefix?.test(unix) === false) return [];
    // A match within a line is also one in the whole text, where the engine can skip far. The reverse does
    // not hold.
    return this.#regex.test(unix) ? this.#byLine(unix, atMost) : [];
  }

  #byLine(text: string, atMost: number): number[] {
    const found: number[] = [];
    let number = 0;
    for (const line of text.split("\n")) {
      number += 1;
      if (found.length < atMost && this.#regex.test(line)) found.push(number);
    }
    return found;
  }
}

/** The position in a fault is that in the pattern. */
export function compileLineRegex(pattern: string): { readonly regex: LineRegex } | PredicateFault {
  const fault = patternFault(pattern);
  if (fault !== undefined) return fault;
  try {
    const regex = RE2JS.compile(pattern, RE2JS.MULTILINE);
    if (regex.programSize() > maxInstructions)
      return { error: "is too large a regex: repeat less", position: 0 };
    return { regex: new LineRegex(regex, fixedPrefix(pattern)) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const part = error instanceof RE2JSSyntaxException ? (error.input ?? "") : "";
    const about = error instanceof RE2JSSyntaxException ? error.error : error.message;
    return {
      error: `is not a regex that can be checked: ${about}`,
      position: Math.max(0, pattern.lastIndexOf(part)),
    };
  }
}

/**
 * What a regex may not say because lines are checked one by one: a line break never matches, the text's edges
 * are those of a line, and `^` and `$` always are. Each would make a check that passes without ever having
 * looked.
 */
function patternFault(pattern: string): PredicateFault | undefined {
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
