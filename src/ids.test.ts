import * as fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { placeIn, uuidV7 } from "./ids.js";

it("makes ids of version 7 that carry the time and the place", () => {
  const id = uuidV7(() => 0x0123456789ab)(0x1234);
  expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(id).toMatch(/^01234567-89ab-7.*00001234$/);
  expect(placeIn(id)).toBe(0x1234);
});

it("keeps ids in order and apart, whatever the clock does", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 300 }), (ticks) => {
      let tick = 0;
      const next = uuidV7(() => 1_800_000_000_000 + (ticks[tick++ % ticks.length] ?? 0));
      const ids = Array.from({ length: 300 }, () => next(7));
      expect(ids).toEqual([...ids].sort());
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => z.uuidv7().safeParse(id).success)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

it("moves on to the next millisecond when one has no room left", () => {
  const next = uuidV7(() => 1_800_000_000_000);
  const ids = Array.from({ length: 10_000 }, () => next(0));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

it("leaves out a place that has no room", () => {
  const next = uuidV7(
    () => 0,
    () => "00000000-0000-4000-8000-0000abcdef01",
  );
  expect(placeIn(next(2 ** 32 - 1))).toBe(2 ** 32 - 1);
  expect(placeIn(next(2 ** 32))).toBe(0xabcdef01);
  expect(placeIn("")).toBeNaN();
});
