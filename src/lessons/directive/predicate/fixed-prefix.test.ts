import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixedPrefix } from "./fixed-prefix.js";

describe("the fixed prefix of a pattern", () => {
  it.each([
    ["abc", /abc/u],
    ["abc+d", /abc/u],
    ["abc*d", /ab/u],
    ["abc?d", /ab/u],
    ["ab{2}c", /abbc/u],
    ["ab{2,}c", /abb/u],
    ["ab{0,3}c", /a/u],
    ["ab{2}?c", /abb/u],
    ["[A-Z]{2}[0-9]+", /[A-Z][A-Z][0-9]/u],
    ["console\\.log\\(", /console[.]log[(]/u],
    ["^\\bab$c", /ab/u],
    ["a.\\d\\w\\s", /a[^\n][0-9][0-9A-Za-z_][\t\n\f\r ]/u],
    ["a(b)c", /a/u],
    ["(?i)ab[^c]", /ab/iu],
    ["a[^b]c", /a[^b]c/u],
    ["a\\]\\^\\\\\\-\\/", /a[\]][\^][\\][-][/]/u],
    ["🚀+a", /🚀/u],
    ["a/b", /a\/b/u],
  ])("the fixed prefix of %s is %s", (pattern, expected) => {
    expect(fixedPrefix(pattern)).toEqual(expected);
  });

  it.each([
    "a|b",
    "(a)b",
    "a*b",
    "a?b",
    "[[:alpha:]]a",
    "\\pL",
    "\\x41b",
    "$a",
    "(?s)a",
    "(?i)[^a]b",
    "{",
    "^",
    "\\Sa",
  ])("the pattern %s has no known prefix", (pattern) => {
    expect(fixedPrefix(pattern)).toBeUndefined();
  });

  it("a fixed prefix has a bounded length", () => {
    expect(fixedPrefix("a{1000}b")?.source).toBe("a".repeat(32));
    expect(fixedPrefix("ab".repeat(200))?.source).toBe("ab".repeat(16));
  });

  it("a fixed prefix is found wherever the whole pattern is", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      "A",
      ".",
      "[ab]",
      "[^a]",
      "\\w",
      "\\d",
      "\\s",
      "\\b",
      "\\.",
      "(a|b)",
      "(?:ab)",
      "é",
    );
    const times = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,2}", "+?", "{2}?");
    const piece = fc.tuple(atom, times).map(([each, often]) => (each === "\\b" ? each : each + often));
    const body = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
    const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "1", ".", " ", "é", "É"), maxLength: 12 });
    fc.assert(
      fc.property(body, fc.boolean(), text, (source, anyCase, input) => {
        const prefix = fixedPrefix(anyCase ? `(?i)${source}` : source);
        const whole = new RegExp(source, anyCase ? "iu" : "u");
        if (prefix !== undefined && whole.test(input)) expect(prefix.test(input)).toBe(true);
      }),
    );
  });
});
