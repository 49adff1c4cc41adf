import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstDifference } from "./first-difference.js";

describe("firstDifference", () => {
  it.each([
    [{ a: 1 }, { a: 1 }, undefined],
    [{ a: 1, b: undefined }, { a: 1 }, undefined],
    [{ a: 1 }, { a: 2 }, "a"],
    [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, "a.b.1"],
    [{ a: [1] }, { a: [1, 2] }, "a.1"],
    [{ a: [] }, { a: {} }, "a"],
    [{ a: null }, { a: {} }, "a"],
    [{ a: Number.NaN }, { a: Number.NaN }, undefined],
    [{ a: Number.NaN }, { a: 0 }, "a"],
    [{ toString: 1 }, {}, "toString"],
    [{}, JSON.parse('{"__proto__":1}'), "__proto__"],
    [1, 2, ""],
  ])("the first difference of %j and %j is at %j", (given, expected, path) => {
    expect(firstDifference(given, expected)?.path).toBe(path);
    expect(firstDifference(expected, given)?.path).toBe(path);
  });

  it("there is no difference exactly when both are the same JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(firstDifference(a, structuredClone(a))).toBeUndefined();
        const same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
        expect(firstDifference(norm(a), norm(b)) === undefined).toBe(same);
      }),
    );
  });
});

const norm = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { object: entries.map(([key, each]) => [key, sorted(each)]) };
}
