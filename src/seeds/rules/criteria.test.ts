import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
import { isoTime } from "../../log/events/time.js";
import { learningConfig, scoreSettings } from "./configs.js";
import {
  calculateCriterionWeight,
  calculateDecayedValue,
  type FeedbackEvent,
  shouldDeprecateCriterion,
} from "./criteria.js";

const day = 86_400_000;
const start = Date.parse("2026-01-01T00:00:00.000Z");
const at = (days: number): string => isoTime(start + days * day);
const event = (type: FeedbackEvent["type"], raw_value = 1, days = 0): FeedbackEvent => ({
  id: "f",
  criterion: "type_safe",
  type,
  timestamp: at(days),
  raw_value,
});

describe("the weight of a criterion", () => {
  it.each([
    ["nothing", [], 1],
    ["neutral only", [event("neutral", 0.5)], 1],
    ["helpful only", [event("helpful")], 1],
    ["harmful only", [event("harmful", 0.3)], 0.1],
    ["harmful of value 0, the worst there is", [event("harmful", 0)], 0.1],
    ["0.8 against 0.2", [event("helpful", 0.8), event("harmful", 0.2)], 0.8],
    ["0.05 against 0.95 is on the floor", [event("helpful", 0.05), event("harmful", 0.95)], 0.1],
    ["old harm counts half", [event("harmful", 1, -90), event("helpful", 1, 0)], 2 / 3],
    ["old help counts a quarter", [event("helpful", 1, -180), event("harmful", 1, 0)], 0.2],
  ])("the weight is right: %s", (_what, events, weight) => {
    expect(calculateCriterionWeight(events).weight).toBeCloseTo(weight, 12);
  });

  it("a Date counts as the same ISO text does", () => {
    const [then, now] = [new Date(start), new Date(start + 90 * day)];
    expect(calculateDecayedValue(1, then, now)).toBe(0.5);
    const events = [event("helpful"), event("harmful", 0.3)];
    expect(calculateCriterionWeight(events, {}, now)).toEqual(calculateCriterionWeight(events, {}, at(90)));
  });

  it("calculateCriterionWeight answers in the shape that the swarm shows", () => {
    const events = [event("helpful", 0.9, 3), event("harmful", 0.3, 1), event("neutral", 0.5, 8)];
    expect(calculateCriterionWeight(events)).toMatchObject({
      criterion: "type_safe",
      helpful_count: 1,
      harmful_count: 1,
      last_validated: at(8),
      half_life_days: 90,
    });
    expect(calculateCriterionWeight([])).toMatchObject({
      criterion: "",
      last_validated: null,
      effectiveWeight: 1,
    });
  });

  it.each([
    [0, 1],
    [90, 0.5],
    [180, 0.25],
    [270, 0.125],
    [300, 0.1],
    [9_000, 0.1],
  ])(
    "after %i days without feedback a weight of 1 has faded to %f, and its ratio stays",
    (days, effectiveWeight) => {
      const weighed = calculateCriterionWeight(
        [event("helpful"), event("helpful")],
        defaults.criteria,
        at(days),
      );
      expect(weighed.weight).toBe(1);
      expect(weighed.effectiveWeight).toBeCloseTo(effectiveWeight, 2);
    },
  );

  it("feedback of any type revalidates, and the newest is found as a time and not as a text", () => {
    const events = [event("helpful"), { ...event("neutral"), timestamp: "2026-04-01T01:00:00+02:00" }];
    const weighed = calculateCriterionWeight(events, undefined, "2026-03-31T23:00:00Z");
    expect(weighed.last_validated).toBe("2026-04-01T01:00:00+02:00");
    expect(weighed.effectiveWeight).toBe(1);
  });

  it("a worse failure counts less by its value and more by its severity, and both are shown", () => {
    const events = [event("helpful", 0.8), event("harmful", 0.2)];
    const bySeverity = calculateCriterionWeight(events, { harmfulMass: "severity" });
    expect(bySeverity.weight).toBeCloseTo(0.5, 12);
    expect(bySeverity).toMatchObject({ helpful: 0.8, harmfulByValue: 0.2, harmfulBySeverity: 0.8 });
  });

  it.each([
    [0, 0, false],
    [0, 2, false],
    [2, 1, true],
    [7, 3, false],
    [70, 30, false],
    [69, 31, true],
    [12, 3, false],
    [0, 3, true],
  ])(
    "%i helpful and %i harmful judgements deprecate a criterion: %s",
    (helpful_count, harmful_count, expected) => {
      expect(shouldDeprecateCriterion({ helpful_count, harmful_count })).toBe(expected);
      const events = [
        ...Array.from({ length: helpful_count }, () => event("helpful", 0.9)),
        ...Array.from({ length: harmful_count }, () => event("harmful", 0.3)),
      ];
      const { deprecated, effectiveWeight } = calculateCriterionWeight(events);
      expect(deprecated).toBe(expected);
      expect(effectiveWeight === 0).toBe(expected);
    },
  );

  it("calculateCriterionWeight takes a tuned learningConfig, or any part of it", () => {
    expect(learningConfig).toEqual({
      halfLifeDays: 90,
      minFeedbackForAdjustment: 3,
      maxHarmfulRatio: 0.3,
      fastCompletionThresholdMs: 300_000,
      slowCompletionThresholdMs: 1_800_000,
      maxErrorsForHelpful: 2,
    });
    const tuned = { ...learningConfig, halfLifeDays: 30 };
    expect(calculateCriterionWeight([event("helpful")], tuned, at(30))).toMatchObject({
      half_life_days: 30,
      effectiveWeight: 0.5,
    });
    const counts = { helpful_count: 0, harmful_count: 1 };
    expect(shouldDeprecateCriterion(counts, { ...learningConfig, minFeedbackForAdjustment: 1 })).toBe(true);
    expect(shouldDeprecateCriterion({ ...counts, helpful_count: 2 }, { maxHarmfulRatio: 0.5 })).toBe(false);
    expect(
      scoreSettings({ ...learningConfig, fastCompletionThresholdMs: 1, maxErrorsForHelpful: 5 }),
    ).toEqual({
      ...defaults.outcomes,
      fastBelowMs: 1,
      fewErrorsMax: 5,
    });
    expect(() => calculateCriterionWeight([], { halfLifeDays: Number.NaN })).toThrow("halfLifeDays");
    expect(() => shouldDeprecateCriterion(counts, { minFeedbackForAdjustment: 0 })).toThrow(
      "minFeedbackForAdjustment",
    );
  });

  it.each([
    ["timestamp", { timestamp: "2026-02-30T99:00:00Z" }],
    ["raw_value", { raw_value: Number.NaN }],
    ["raw_value", { raw_value: 1.5 }],
    ["type", { type: "bad" as "harmful" }],
    ["criterion", { criterion: "fast" }],
  ])("calculateCriterionWeight refuses a bad %s by name", (field, change) => {
    const events = [event("helpful"), { ...event("harmful"), ...change }];
    expect(() => calculateCriterionWeight(events)).toThrow(
      expect.objectContaining({ code: "invalid_input", field }),
    );
    expect(() => shouldDeprecateCriterion({ helpful_count: Number.NaN, harmful_count: 3 })).toThrow(
      "helpful_count",
    );
  });

  it("feedback that has faded to nothing keeps its ratio", () => {
    const events = [event("helpful", 0.8), event("harmful", 0.2), event("neutral", 0.5, 5_000)];
    const weighed = calculateCriterionWeight(events, { halfLifeDays: 0.01 }, at(10_000));
    expect(weighed.weight).toBeCloseTo(0.8, 12);
    expect(weighed.helpful).toBe(0);
  });
});
