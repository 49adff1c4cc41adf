import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../base/config/settings.js";
import { isoTime } from "../../../log/events/time.js";
import { maturityConfig } from "../../../seeds/rules/configs.js";
import {
  calculateDecayedCounts,
  calculateMaturityState,
  getMaturityMultiplier,
  type MaturityFeedback,
} from "../../../seeds/rules/maturity.js";
import {
  addMaturityFeedback,
  bestMultiplier,
  isKeptOut,
  maturityMultiplier,
  maturityOf,
  maturityStateOf,
  maturityStates,
  maturityUntil,
  newestCounts,
  noMaturity,
  vouchedFor,
} from "./maturity.js";

const day = 86_400_000;
const start = Date.parse("2026-01-01T00:00:00.000Z");
const at = (days: number): string => isoTime(start + days * day);
const event = (type: MaturityFeedback["type"], days = 0, weight = 1): MaturityFeedback => ({
  pattern_id: "p",
  type,
  timestamp: at(days),
  weight,
});
const history = (helpful: number, harmful: number): MaturityFeedback[] => [
  ...Array.from({ length: helpful }, () => event("helpful")),
  ...Array.from({ length: harmful }, () => event("harmful")),
];

describe("maturity", () => {
  it.each([
    [0, 0, "candidate"],
    [2, 0, "candidate"],
    [0, 2, "candidate"],
    [3, 0, "established"],
    [4, 0, "established"],
    [5, 0, "proven"],
    [0, 3, "deprecated"],
    [2, 1, "deprecated"],
    [7, 3, "established"],
    [69, 31, "deprecated"],
    [70, 30, "established"],
    [17, 3, "established"],
    [18, 3, "proven"],
    [6, 1, "proven"],
    [5, 1, "established"],
  ] as const)("%i helpful and %i harmful events of today make a strategy %s", (helpful, harmful, state) => {
    expect(calculateMaturityState(history(helpful, harmful))).toBe(state);
  });

  it.each([
    [2.99, 0, "established"],
    [2.9899, 0, "candidate"],
    [4.99, 0, "proven"],
    [4.9899, 0, "established"],
    [1.99, 1, "deprecated"],
    [1.98, 1, "candidate"],
  ] as const)("decayed counts of %f and %f make a strategy %s", (decayedHelpful, decayedHarmful, state) => {
    expect(maturityStateOf({ decayedHelpful, decayedHarmful }, defaults.strategies)).toBe(state);
  });

  it.each([
    [0, 8, "proven"],
    [60, 5.03968, "proven"],
    [90, 4, "established"],
    [180, 2, "candidate"],
  ])("eight helpful events of %i days ago count as %f", (days, helpful, state) => {
    expect(calculateDecayedCounts(history(8, 0), undefined, at(days)).decayedHelpful).toBeCloseTo(helpful, 4);
    expect(calculateMaturityState(history(8, 0), defaults.strategies, at(days))).toBe(state);
  });

  it("counts are as of the newest feedback when no moment is given, and a neutral event counts for neither side", () => {
    expect(calculateDecayedCounts([event("helpful", 0), event("harmful", 90), event("neutral", 90)])).toEqual(
      {
        decayedHelpful: 0.5,
        decayedHarmful: 1,
      },
    );
  });

  it("rounding never deprecates: exactly 30 % harmful is not more than 30 %, at any age", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0, max: 400, noNaN: true }),
        (times, days) => {
          const state = calculateMaturityState(history(7 * times, 3 * times), undefined, start + days * day);
          expect(state).not.toBe("deprecated");
        },
      ),
    );
  });

  it("calculateMaturityState takes a tuned maturityConfig, or any part of it", () => {
    expect(maturityConfig).toEqual({
      minFeedback: 3,
      minHelpful: 5,
      maxHarmful: 0.15,
      deprecationThreshold: 0.3,
      halfLifeDays: 90,
    });
    expect(calculateMaturityState(history(3, 0), { ...maturityConfig, minHelpful: 3 })).toBe("proven");
    expect(calculateMaturityState(history(3, 2), { deprecationThreshold: 0.5 })).toBe("established");
    expect(calculateDecayedCounts(history(1, 0), { halfLifeDays: 30 }, at(30)).decayedHelpful).toBe(0.5);
    expect(() => calculateMaturityState(history(3, 0), { halfLifeDays: Number.NaN })).toThrow("halfLifeDays");
  });

  it.each([
    ["candidate", 0.5],
    ["established", 1],
    ["proven", 1.5],
    ["deprecated", 0],
  ] as const)("a state of %s multiplies by %f", (state, multiplier) => {
    expect(maturityMultiplier(state, defaults.strategies)).toBe(multiplier);
    expect(getMaturityMultiplier(state)).toBe(multiplier);
  });

  it.each([
    ["timestamp", { timestamp: "yesterday" }],
    ["timestamp", { timestamp: "2026-01-01T00:00:00" }],
    ["weight", { weight: Number.NaN }],
    ["weight", { weight: Number.POSITIVE_INFINITY }],
    ["weight", { weight: -1 }],
    ["type", { type: "Harmful" as "harmful" }],
  ])("calculateMaturityState refuses a bad %s by name", (field, change) => {
    const feedback = [...history(3, 0), { ...event("helpful"), ...change }];
    expect(() => calculateMaturityState(feedback)).toThrow(
      expect.objectContaining({ code: "invalid_input", field }),
    );
    expect(() => getMaturityMultiplier("Proven" as "proven")).toThrow("state");
  });
});

describe("the maturity tally", () => {
  const feedback = fc.record({
    type: fc.constantFrom("helpful", "harmful", "neutral"),
    days: fc.double({ min: -400, max: 400, noNaN: true }),
    weight: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  });

  it("the tally equals the slow definition, in any order of the events", () => {
    const clock = fc.double({ min: 0, max: 2_000, noNaN: true });
    const halfLife = fc.constantFrom(0.5, 30, 90, 365);
    fc.assert(
      fc.property(fc.array(feedback, { maxLength: 40 }), clock, halfLife, (drawn, later, halfLifeDays) => {
        const events = drawn.map(({ type, days, weight }) => event(type, days, weight));
        const settings = { ...defaults.strategies, halfLifeDays };
        const now = Math.max(start, ...events.map(({ timestamp }) => Date.parse(timestamp))) + later * day;
        const tally = events.reduce(
          (row, { type, weight, timestamp }) =>
            addMaturityFeedback(row, { type, weight, at: timestamp }, halfLifeDays),
          noMaturity,
        );
        const fast = maturityOf(tally, now, settings);
        const slow = calculateDecayedCounts(events, settings, now);
        expect(fast.decayedHelpful).toBeCloseTo(slow.decayedHelpful, 9);
        expect(fast.decayedHarmful).toBeCloseTo(slow.decayedHarmful, 9);
        expect(fast.state).toBe(calculateMaturityState(events, settings, now));
      }),
      { numRuns: 500 },
    );
  });

  it("a value that is not a number, time or type is refused", () => {
    const add = (change: object) => () =>
      addMaturityFeedback(noMaturity, { type: "helpful", weight: 1, at: start, ...change }, 90);
    expect(add({ weight: Number.NaN })).toThrow("weight");
    expect(add({ at: Number.NaN })).toThrow("at");
    expect(add({ type: "good" })).toThrow("type");
    expect(() => maturityOf(noMaturity, Number.NaN, defaults.strategies)).toThrow("now");
  });
});

describe("how long a tally speaks for a state", () => {
  const feedback = fc.record({
    type: fc.constantFrom("helpful" as const, "harmful" as const, "neutral" as const),
    weight: fc.constantFrom(0.5, 1, 3),
    at: fc.integer({ min: 0, max: 200 }).map((days) => start + days * day),
  });

  it("maturityUntil agrees with the rule at every later moment", () => {
    const both = fc.tuple(
      fc.array(feedback, { maxLength: 30 }),
      fc.integer({ min: 0, max: 2_000 }),
      fc.option(fc.integer({ min: 0, max: 200 })),
    );
    fc.assert(
      fc.property(both, ([given, days, vouchedAfter]) => {
        const seen = given.reduce(
          (sum, each) => addMaturityFeedback(sum, each, defaults.strategies.halfLifeDays),
          noMaturity,
        );
        // What is deprecated cannot be promoted.
        const out =
          maturityStateOf(newestCounts(seen, defaults.strategies), defaults.strategies) === "deprecated";
        const tally =
          vouchedAfter === null || out
            ? seen
            : vouchedFor(seen, start + vouchedAfter * day, defaults.strategies);
        const now = start + (200 + days) * day + 1;
        const standing = maturityUntil(tally, defaults.strategies);
        // Within a second of a bound, rounding decides.
        fc.pre(standing.every(({ until }) => Math.abs(until - now) > 1_000));
        const state = standing.find(({ until }) => until > now)?.state ?? "candidate";
        expect(state).toBe(maturityOf(tally, now, defaults.strategies).state);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a state lasts for ever where no feedback is needed", () => {
    const tally = addMaturityFeedback(
      noMaturity,
      { type: "helpful", weight: 1, at: start },
      defaults.strategies.halfLifeDays,
    );
    const [standing] = maturityUntil(tally, { ...defaults.strategies, minFeedback: 0, provenMinHelpful: 0 });
    expect(standing).toEqual({ state: "proven", until: Number.POSITIVE_INFINITY });
  });
});

/** What becomes of a strategy that does harm with this probability, exactly: all courses of 30 tries in a day. */
function outAfter(harmful: number, tries = 30): number {
  let courses = new Map([["0 in", 1]]);
  for (let n = 1; n <= tries; n += 1) {
    const next = new Map<string, number>();
    for (const [course, probability] of courses) {
      const [before, place] = course.split(" ");
      for (const [added, share] of [
        [0, 1 - harmful],
        [1, harmful],
      ] as const) {
        const count = Number(before) + added;
        const counts = { decayedHelpful: n - count, decayedHarmful: count };
        const key = `${count} ${isKeptOut(place === "out", counts, defaults.strategies) ? "out" : "in"}`;
        next.set(key, (next.get(key) ?? 0) + probability * share);
      }
    }
    courses = next;
  }
  return [...courses].reduce((sum, [course, share]) => sum + (course.endsWith("out") ? share : 0), 0);
}

describe("what the rule of deprecation does", () => {
  it.each([
    ["nineteen times in twenty", 0.05, 0, 0.01],
    ["nine times in ten", 0.1, 0, 0.03],
    ["four times in five", 0.2, 0.2, 0.3],
    ["half of the time", 0.5, 0.99, 1],
    ["once in five times", 0.8, 0.9999, 1],
  ])("a strategy that works %s is out after 30 tries as often as computed", (_what, harmful, least, most) => {
    expect(outAfter(harmful)).toBeGreaterThanOrEqual(least);
    expect(outAfter(harmful)).toBeLessThanOrEqual(most);
  });
});

it("the best multiplier is that of the best state, and never less than a warning's, which is 1", () => {
  const { strategies } = defaults;
  const each = maturityStates.map((state) => maturityMultiplier(state, strategies));
  expect(bestMultiplier(strategies)).toBe(Math.max(...each));
  const weak = { ...strategies, provenMultiplier: 0.9, establishedMultiplier: 0.8, candidateMultiplier: 0.5 };
  expect(bestMultiplier(weak)).toBe(1);
});
