import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
import { isoTime } from "../../log/events/time.js";
import { calculateCriterionWeight } from "../../seeds/rules/criteria.js";
import { addFeedback, noTally, weigh } from "./criterion.js";

const day = 86_400_000;
const start = Date.parse("2026-01-01T00:00:00.000Z");
const at = (days: number): string => isoTime(start + days * day);

describe("the criterion tally", () => {
  const feedback = fc.record({
    type: fc.constantFrom("helpful", "harmful", "neutral"),
    value: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    days: fc.integer({ min: -500, max: 500 }),
  });

  it("the tally equals the slow definition, in any order of the events and at any later clock", () => {
    const history = fc.array(feedback, { maxLength: 40 });
    const halfLife = fc.constantFrom(0.01, 30, 90, 365);
    const harmfulMass = fc.constantFrom("value", "severity");
    fc.assert(
      fc.property(history, fc.nat(3_000), halfLife, harmfulMass, (drawn, later, halfLifeDays, mass) => {
        const settings = { ...defaults.criteria, halfLifeDays, harmfulMass: mass };
        const about = { id: "f", criterion: "type_safe" };
        const events = drawn.map(({ type, value, days }) => ({
          ...about,
          type,
          raw_value: value,
          timestamp: at(days),
        }));
        const now = start + (Math.max(0, ...drawn.map(({ days }) => days)) + later) * day;
        const tally = events.reduce(
          (row, { type, raw_value, timestamp }) =>
            addFeedback(row, { type, value: raw_value, at: timestamp }, halfLifeDays),
          noTally,
        );
        const slow = calculateCriterionWeight(events, settings, now);
        const fast = weigh(tally, now, settings);
        for (const name of [
          "weight",
          "effectiveWeight",
          "helpful",
          "harmfulByValue",
          "harmfulBySeverity",
        ] as const) {
          expect(fast[name], name).toBeCloseTo(slow[name], 9);
        }
        expect(fast.deprecated).toBe(slow.deprecated);
        expect(tally.lastValidatedAt).toBe(slow.last_validated);
        expect([tally.helpfulCount, tally.harmfulCount]).toEqual([slow.helpful_count, slow.harmful_count]);
        expect(tally.neutralCount).toBe(drawn.filter(({ type }) => type === "neutral").length);
      }),
    );
  });

  it("a value that is not a number, time or type is refused", () => {
    const add = (change: object) => () =>
      addFeedback(noTally, { type: "helpful", value: 1, at: at(0), ...change }, 90);
    expect(add({ value: Number.NaN })).toThrow("value");
    expect(add({ at: "today" })).toThrow("at");
    expect(add({ type: "good" })).toThrow("type");
    expect(() => weigh(noTally, Number.NaN, defaults.criteria)).toThrow("now");
  });
});
