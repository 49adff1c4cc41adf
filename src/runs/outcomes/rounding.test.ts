import * as fc from "fast-check";
import { expect, it } from "vitest";
import { roundTo, withoutNoise } from "./rounding.js";

const decimals = fc.integer({ min: 0, max: 12 });

it("rounds as the text of a number does, to the sign of 0", () => {
  fc.assert(
    fc.property(fc.double(), decimals, (value, places) => {
      expect(roundTo(value, places)).toBe(Number(value.toFixed(places)));
    }),
  );
});

it("rounds numbers on and near the middle between two others as their text does", () => {
  const steps = fc.integer({ min: -2_000_000, max: 2_000_000 });
  const off = fc.constantFrom(0, 1e-16, -1e-16, 1e-12, -1e-12, 0.01, -0.01, 0.02, -0.02);
  fc.assert(
    fc.property(steps, off, decimals, (halves, by, places) => {
      const value = (halves / 2 + by) / 10 ** places;
      expect(roundTo(value, places)).toBe(Number(value.toFixed(places)));
    }),
  );
});

it("what binary fractions add goes, and what is no number stays", () => {
  expect(withoutNoise(0.55 + 3 * 0.05)).toBe(0.7);
  expect(withoutNoise(Number.NaN)).toBeNaN();
});
