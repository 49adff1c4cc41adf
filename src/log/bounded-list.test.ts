import * as fc from "fast-check";
import { expect, it } from "vitest";
import { moveToEnd, pushBounded } from "./bounded-list.js";

const list = Object.freeze([1, 2, 3]);

it("the oldest entry falls out when a list is full", () => {
  expect(pushBounded(list, 4, 5)).toEqual([1, 2, 3, 4]);
  expect(pushBounded(list, 4, 4)).toEqual([1, 2, 3, 4]);
  expect(pushBounded(list, 4, 3)).toEqual([2, 3, 4]);
  expect(pushBounded(list, 4, 1)).toEqual([4]);
  expect(pushBounded(list, 1, 4)).toEqual([1, 2, 3, 1]);
});

it("a list after one more entry is the end of both, and the list before is as it was", () => {
  const kept = fc.integer({ min: 1, max: 8 });
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 12 }), fc.nat(), kept, (before, entry, most) => {
      const expected = [...before, entry].slice(-most);
      expect(pushBounded(Object.freeze(before), entry, most)).toEqual(expected);
    }),
  );
});

it("an entry that is seen again moves to the end", () => {
  expect(moveToEnd(list, 1, 3)).toEqual([2, 3, 1]);
  expect(moveToEnd(list, 4, 3)).toEqual([2, 3, 4]);
  expect(moveToEnd(list, 4, 9)).toEqual([1, 2, 3, 4]);
});
