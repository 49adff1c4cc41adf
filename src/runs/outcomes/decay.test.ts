import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calculateDecayedValue } from "../../seeds/rules/criteria.js";
import { addToMass, type Mass, massAt, noMass } from "./decay.js";

const day = 86_400_000;
const start = Date.parse("2024-12-12T00:00:00Z");

describe("decay", () => {
  it.each([
    [0, 1],
    [90, 0.5],
    [180, 0.25],
    [270, 0.125],
    [45, Math.SQRT1_2],
    [-10, 1],
  ])("after %i days %f is left of 1", (days, left) => {
    expect(calculateDecayedValue(1, "2024-12-12T00:00:00Z", start + days * day)).toBeCloseTo(left, 12);
  });

  it("calculateDecayedValue takes another half-life, and times in any zone", () => {
    expect(calculateDecayedValue(0.8, start, start + 30 * day, 30)).toBe(0.4);
    expect(calculateDecayedValue(1, "2024-12-12T02:00:00+02:00", "2025-03-12")).toBe(0.5);
  });

  it.each([
    ["value", [Number.NaN, start, start, 90]],
    ["value", [Number.POSITIVE_INFINITY, start, start, 90]],
    ["timestamp", [1, "not a time", start, 90]],
    ["timestamp", [1, "2024-12-12T00:00:00", start, 90]],
    ["timestamp", [1, "2024-13-40T00:00:00Z", start, 90]],
    ["now", [1, start, Number.NaN, 90]],
    ["halfLifeDays", [1, start, start, 0]],
    ["halfLifeDays", [1, start, start, Number.NaN]],
  ] as const)(
    "calculateDecayedValue refuses a bad %s by name",
    (field, [value, timestamp, now, halfLifeDays]) => {
      expect(() => calculateDecayedValue(value, timestamp, now, halfLifeDays)).toThrow(
        expect.objectContaining({ code: "invalid_input", field }),
      );
    },
  );
});

describe("a decaying mass", () => {
  const events = fc.array(
    fc.record({
      value: fc.double({ min: 0, max: 1, noNaN: true }),
      at: fc.integer({ min: -day * 20_000, max: day * 20_000 }),
    }),
    { maxLength: 60 },
  );
  const build = (drawn: readonly { value: number; at: number }[], halfLifeDays: number): Mass =>
    drawn.reduce((mass, { value, at }) => addToMass(mass, value, at, halfLifeDays), noMass);

  it("a mass is the plain sum of the decayed values, in any order of arrival and at any later clock", () => {
    fc.assert(
      fc.property(
        events,
        fc.nat(day * 3_000),
        fc.constantFrom(0.25, 30, 90, 3_650),
        (drawn, later, halfLifeDays) => {
          const newest = Math.max(0, ...drawn.map(({ at }) => at));
          const now = newest + later;
          const sum = drawn.reduce(
            (total, { value, at }) => total + calculateDecayedValue(value, at, now, halfLifeDays),
            0,
          );
          expect(massAt(build(drawn, halfLifeDays), now, halfLifeDays)).toBeCloseTo(sum, 9);
        },
      ),
    );
  });

  it("a clock that runs behind reads a mass as of its newest event", () => {
    fc.assert(
      fc.property(events, fc.nat(day * 100), (drawn, behind) => {
        const mass = build(drawn, 90);
        expect(massAt(mass, mass.asOf - behind, 90)).toBe(mass.mass);
      }),
    );
  });

  it("a mass refuses an invalid time", () => {
    expect(() => addToMass(noMass, 1, Number.NaN, 90)).toThrow("at");
    expect(() => addToMass(noMass, 1, 8.64e15 + 1, 90)).toThrow("at");
    expect(() => massAt(noMass, "now", 90)).toThrow("now");
  });

  it("a mass refuses a value that is not a number", () => {
    expect(() => addToMass(noMass, Number.NaN, 0, 90)).toThrow("value");
    expect(() => addToMass(noMass, -1, 0, 90)).toThrow("value");
  });
});
