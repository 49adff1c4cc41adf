import * as fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { uuidV7 } from "./ids.js";

it("an id is of version 7 and carries the time", () => {
  const id = uuidV7(() => 0x0123456789ab)();
  expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(id).toMatch(/^01234567-89ab-7/);
});

it("ids stay in order and apart, whatever the clock does", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 300 }), (ticks) => {
      let tick = 0;
      const next = uuidV7(() => 1_800_000_000_000 + (ticks[tick++ % ticks.length] ?? 0));
      const ids = Array.from({ length: 300 }, () => next());
      expect(ids).toEqual([...ids].sort());
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => z.uuidv7().safeParse(id).success)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

it("ids move on to the next millisecond when one has no room left", () => {
  const next = uuidV7(() => 1_800_000_000_000);
  const ids = Array.from({ length: 10_000 }, () => next());
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});
