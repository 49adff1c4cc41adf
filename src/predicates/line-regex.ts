import { RE2JS, RE2JSException, RE2JSSyntaxException } from "re2js";
import { fixedPrefix } from "../engines/directives/predicates/fixed-prefix.js";
import { patternFault } from "../engines/directives/predicates/pattern-fault.js";
import type { PredicateFault } from "../engines/directives/predicates/predicate.js";

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
