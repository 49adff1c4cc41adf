import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileLineRegex, type LineRegex } from "./line-regex.js";
import { readPredicate } from "./read-predicate.js";

function compiled(pattern: string): LineRegex {
  const result = compileLineRegex(pattern);
  if ("error" in result) throw new Error(result.error);
  return result.regex;
}

describe("a regex over lines", () => {
  it("a regex agrees with a backtracking engine that reads line by line", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      ".",
      "[ab]",
      "[^a]",
      "\\w",
      "\\d",
      "\\b",
      "^",
      "$",
      "\\.",
      "(a|b)",
      "(?:ab)",
    );
    const piece = fc.tuple(atom, fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{0,2}"));
    const quantified = piece
      .filter(([each, times]) => times === "" || !["\\b", "^", "$"].includes(each))
      .map(([each, times]) => each + times);
    const branch = fc.array(quantified, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
    const pattern = fc.array(branch, { minLength: 1, maxLength: 3 }).map((branches) => branches.join("|"));
    const text = fc.string({
      unit: fc.constantFrom("a", "b", "A", "1", ".", " ", "\n", "\r\n", "é", "É", "K", "\u212a"),
      maxLength: 20,
    });
    fc.assert(
      fc.property(pattern, fc.boolean(), text, (source, anyCase, lines) => {
        // With both flags, the built-in \\w and \\b take two more letters in.
        fc.pre(!anyCase || !/\\[wb]/.test(source));
        const oracle = new RegExp(source, anyCase ? "iu" : "u");
        const expected = lines
          .replaceAll("\r\n", "\n")
          .split("\n")
          .flatMap((line, index) => (oracle.test(line) ? [index + 1] : []));
        expect(compiled(anyCase ? `(?i)${source}` : source).linesIn(lines, 100)).toEqual(expected);
      }),
    );
  });

  it("a word is found wherever it stands in a long text", () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(20_000), (before, after) => {
        const text = `${"ab\n".repeat(before)}needle${"\nab".repeat(after)}`;
        expect(compiled("ne+dle").linesIn(text, 5)).toEqual([before + 1]);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a predicate whose regex does not compile", () => {
  it.each([
    ["grep:ab(c:*", 7],
    ["grep:ab[c:*", 7],
    ["grep:a**:*", 6],
    ["grep:a{1001}:*", 6],
    ["grep:x\\8:*", 6],
    ["grep:a(?=b):*", 6],
  ])("the predicate %s is refused, near character %i", (text, position) => {
    const read = readPredicate(text);
    expect(read).toHaveProperty("error");
    expect("position" in read && read.position <= position && read.position >= 5).toBe(true);
  });

  it("a predicate is refused when its regex would take too long", () => {
    expect(readPredicate("grep:a{1000}b{1000}c{1000}:*")).toMatchObject({ position: 5 });
  });
});
