import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordOverlap, wordsOf } from "./word-overlap.js";

describe("word overlap", () => {
  it("takes identifiers apart and leaves out empty words", () => {
    expect([...wordsOf("Add the getUserName to user_store in src/auth.ts")]).toEqual([
      "add",
      "get",
      "user",
      "name",
      "store",
      "src",
      "auth",
      "ts",
    ]);
  });

  it("works for other scripts, and two empty texts are not alike", () => {
    expect(
      wordOverlap(wordsOf("добавить вход через Google"), wordsOf("вход через Google сломан")),
    ).toBeGreaterThan(0.5);
    expect(wordOverlap(wordsOf("!!!"), wordsOf("???"))).toBe(0);
  });

  it("is symmetric, 1 for the same words, and never outside 0 to 1", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, other) => {
        const [a, b] = [wordsOf(one), wordsOf(other)];
        expect(wordOverlap(a, b)).toBe(wordOverlap(b, a));
        expect(wordOverlap(a, b)).toBeLessThanOrEqual(1 + 1e-9);
        if (a.size > 0) expect(wordOverlap(a, a)).toBeCloseTo(1, 10);
      }),
    );
  });
});
