import * as fc from "fast-check";
import { expect, it } from "vitest";
import { nthLargest } from "./nth-largest.js";

it("the value that so many reach is the one that sorting them would put in that place", () => {
  const values = fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 60 });
  fc.assert(
    fc.property(values, fc.nat(64), (given, count) => {
      const sorted = [...given].sort((a, b) => b - a);
      const slowly = count === 0 ? Number.POSITIVE_INFINITY : (sorted[count - 1] ?? Number.NEGATIVE_INFINITY);
      expect(nthLargest(Float64Array.from(given), count) + 0).toBe(slowly + 0);
    }),
  );
});
