import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, nearest, nearestNames } from "./nearest.js";

const verbs = ["record", "report", "rebuild", "status", "doctor", "plan", "import", "export", "explain"];

describe("nearest", () => {
  it.each([
    ["staus", "status"],
    ["sttaus", "status"],
    ["STATUS", "status"],
    ["pln", "plan"],
    ["recrod", "record"],
    ["explian", "explain"],
  ])("the word %s suggests %s", (word, expected) => {
    expect(nearest(word, verbs)).toBe(expected);
  });

  it.each(["frobnicate", "x", "", "planetarium"])("the word %j is near nothing", (word) => {
    expect(nearest(word, verbs)).toBeUndefined();
  });

  it("words of equal distance give the first in code-unit order, whatever the order of the candidates", () => {
    expect(nearest("mport", ["xmport", "import"])).toBe("import");
    expect(nearest("mport", ["import", "xmport"])).toBe("import");
  });

  it("a word of one or two characters allows no edit", () => {
    expect(nearest("a", ["b"])).toBeUndefined();
    expect(nearest("A", ["a"])).toBe("a");
  });
});

describe("editDistance", () => {
  it.each([
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["ab", "ba", 1],
    ["abcd", "acbd", 1],
    ["abc", "abc", 0],
  ])("the distance from %j to %j is %i", (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  it("the nearest names of a word that is near none are the closest by whole or by word", () => {
    expect(nearestNames("nothing", ["plan-made", "work-noted", "nothings"], 2)).toEqual([
      "nothings",
      "work-noted",
    ]);
  });

  it("the distance agrees with the recursive definition", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
    fc.assert(fc.property(word, word, (from, to) => editDistance(from, to) === slowDistance(from, to)));
  });
});

function slowDistance(from: string, to: string): number {
  if (from === "" || to === "") return from.length + to.length;
  const replaced = slowDistance(from.slice(1), to.slice(1)) + (from[0] === to[0] ? 0 : 1);
  const best = Math.min(replaced, slowDistance(from.slice(1), to) + 1, slowDistance(from, to.slice(1)) + 1);
  const swapped = from.length > 1 && to.length > 1 && from[0] === to[1] && from[1] === to[0];
  return swapped ? Math.min(best, slowDistance(from.slice(2), to.slice(2)) + 1) : best;
}
