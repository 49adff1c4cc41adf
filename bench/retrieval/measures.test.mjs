import { expect, it } from "vitest";
import { differenceInterval, meanWithInterval, measuresOf } from "./measures.mjs";

it("measuresOf gives the rank of the first relevant lesson and the recall among the first results", () => {
  expect(measuresOf(["a", "b", "c"], ["b"])).toEqual({ mrr: 0.5, recall5: 1, recall8: 1 });
  expect(measuresOf(["a"], ["b"])).toEqual({ mrr: 0, recall5: 0, recall8: 0 });
  const late = [..."abcdefghijk"];
  expect(measuresOf(late, ["f", "a"])).toEqual({ mrr: 1, recall5: 0.5, recall8: 1 });
  expect(measuresOf(late, ["k"])).toEqual({ mrr: 0, recall5: 0, recall8: 0 });
});

it("meanWithInterval gives the same interval around the mean every time", () => {
  const values = Array.from({ length: 200 }, (_, n) => n % 2);
  const found = meanWithInterval(values);
  expect(found.mean).toBe(0.5);
  expect(found.low).toBeGreaterThan(0.4);
  expect(found.high).toBeLessThan(0.6);
  expect(meanWithInterval(values)).toEqual(found);
  expect(differenceInterval(values, values)).toEqual({ low: 0, high: 0 });
});
