import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movingClock } from "../../../tests/support/ledger.js";
import { collect, openInTemp, outcome } from "../../../tests/support/whetstone.js";
import type { Input, OpenOptions } from "../../index.js";
import { dayMs } from "../../log/events/time.js";
import { calculateCriterionWeight, type FeedbackEvent } from "../../seeds/rules/criteria.js";

const criterion = "type_safe";
const helpful: Input<"feedback"> = { criterion, type: "helpful", value: 1 };
const neutral: Input<"feedback"> = { criterion, type: "neutral", value: 0.5 };
const harmful: Input<"feedback"> = { criterion, type: "harmful", value: 0.2 };

async function start(options: OpenOptions = {}) {
  const clock = movingClock();
  const ws = await openInTemp({ clock: clock.read, ...options });
  const give = async (inputs: readonly Input<"feedback">[]) => {
    for (const input of inputs) await ws.feedback(input);
  };
  const now = async () => (await ws.report()).criteria.find((each) => each.criterion === criterion);
  const shown = async () =>
    /- type_safe \(weight ([\d.]+)\)/.exec((await ws.plan({ task: "x" })).prompt)?.[1];
  return { clock, ws, give, now, shown };
}

describe("a criterion's weight", () => {
  it("feedback without a value is of the value 1", async () => {
    const { ws } = await start();
    await ws.feedback({ criterion, type: "helpful" });
    await ws.feedback({ criterion, type: "harmful" });
    const recorded = (await collect(ws.export())).map((line) => JSON.parse(line));
    expect(recorded.filter(({ type }) => type === "feedback-recorded").map(({ data }) => data.value)).toEqual(
      [1, 1],
    );
    expect((await ws.feedback({ criterion, type: "neutral" })).weight).toBe(0.5);
  });

  it.each([
    ["value", 0, 0.9375, 0.9375, "0.94"],
    ["value", 90, 0.9375, 0.4688, "0.47"],
    ["value", 180, 0.9375, 0.2344, "0.23"],
    ["value", 360, 0.9375, 0.1, "0.1"],
    ["severity", 0, 0.7895, 0.7895, "0.79"],
    ["severity", 90, 0.7895, 0.3947, "0.39"],
    ["severity", 180, 0.7895, 0.1974, "0.2"],
  ])(
    "the weight of three helpful 1 and one harmful 0.2 by %s on day %i is %d, effective %d",
    async (mass, day, ...expected) => {
      const { clock, give, now, shown } = await start({ set: [`criteria.harmfulMass=${mass}`] });
      await give([helpful, helpful, helpful, harmful]);
      clock.advance(day * dayMs);
      const [weight, effectiveWeight, inPlan] = expected;
      expect(await now()).toEqual({ criterion, weight, effectiveWeight, deprecated: false });
      expect(await shown()).toBe(inPlan);
    },
  );

  it("a criterion's weight decays each judgement by its own age: 1 of day 0 and 0.2 of day 90 give 0.5/0.7", async () => {
    const { clock, ws, give } = await start();
    await give([helpful]);
    clock.advance(90 * dayMs);
    expect(await ws.feedback(harmful)).toMatchObject({ weight: 0.7143, effectiveWeight: 0.7143 });
    expect((await ws.explain({ id: criterion })).numbers).toMatchObject({
      helpful: 0.5,
      harmfulByValue: 0.2,
      harmfulBySeverity: 0.8,
    });
  });

  it.each([
    ["no judgement at all is 1, whatever the neutral ones say", [neutral], 1],
    ["harm alone is the floor", [harmful, harmful], 0.1],
    ["the worst harm, whose value is 0, is the floor", [{ ...harmful, value: 0 }], 0.1],
  ])("the weight of a criterion with %s", async (_what, inputs, weight) => {
    const { give, now } = await start();
    await give(inputs);
    expect(await now()).toMatchObject({ weight, effectiveWeight: weight });
  });

  it("neutral feedback renews a criterion: the ratio stays, and its fading starts again", async () => {
    const { clock, ws, give } = await start();
    await give([helpful, helpful, helpful, harmful]);
    clock.advance(90 * dayMs);
    expect(await ws.feedback(neutral)).toMatchObject({ weight: 0.9375, effectiveWeight: 0.9375 });
    expect((await ws.explain({ id: criterion })).numbers).toMatchObject({ neutralCount: 1, helpfulCount: 3 });
  });

  it("a criterion's weight does not depend on the order in which judgements arrive", async () => {
    const { clock, ws } = await start();
    const began = clock.iso();
    clock.advance(90 * dayMs);
    await ws.feedback(harmful);
    expect(await ws.feedback({ ...helpful, at: began })).toMatchObject({
      weight: 0.7143,
      effectiveWeight: 0.7143,
    });
  });

  it("a criterion's weight agrees with its slow definition for any history and clock", async () => {
    const step = fc.record({
      type: fc.constantFrom("helpful" as const, "neutral" as const, "harmful" as const),
      value: fc.integer({ min: 0, max: 10 }).map((tenth) => tenth / 10),
      days: fc.nat(200),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { clock, ws, now } = await start({ set: ["store.kind=memory"] });
        const events: FeedbackEvent[] = [];
        for (const { type, value, days } of steps) {
          await ws.feedback({ criterion, type, value });
          events.push({ id: `${events.length}`, criterion, type, raw_value: value, timestamp: clock.iso() });
          clock.advance(days * dayMs);
          const slow = calculateCriterionWeight(events, undefined, clock.now);
          const fast = await now();
          expect(fast?.weight).toBeCloseTo(slow.weight, 3);
          expect(fast?.effectiveWeight).toBeCloseTo(slow.effectiveWeight, 3);
          expect(fast?.deprecated).toBe(slow.deprecated);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("a deprecated criterion", () => {
  it.each([
    ["two judgements, both harmful, are too few", [harmful, harmful], false],
    ["one of three harmful is over 30 %", [helpful, helpful, harmful], true],
    ["one of four is not", [helpful, helpful, helpful, harmful], false],
    ["three of ten is exactly 30 %", [...Array(7).fill(helpful), harmful, harmful, harmful], false],
    ["neutral ones do not count", [helpful, harmful, neutral, neutral, neutral], false],
  ])(
    "a criterion is deprecated by its share of harm: %s",
    async (_what, inputs: Input<"feedback">[], deprecated) => {
      const { give, now } = await start();
      await give(inputs);
      expect((await now())?.deprecated).toBe(deprecated);
    },
  );

  it("a deprecated criterion has no weight and is left out of plans, however old the harm is", async () => {
    const { clock, ws, give, now, shown } = await start();
    await give([helpful, helpful, harmful]);
    await ws.feedback({ ...helpful, criterion: "small_diff" });
    clock.advance(300 * dayMs);
    expect(await now()).toMatchObject({ effectiveWeight: 0, deprecated: true });
    expect(await shown()).toBeUndefined();
    expect((await ws.plan({ task: "x" })).prompt).toContain(
      "## Evaluation Criteria\n\n- small_diff (weight 0.1)",
    );
  });
});

describe("what outcomes imply", () => {
  it("an outcome gives its criteria the raw score as a value, and an outcome that a gate stopped gives nothing", async () => {
    const { ws, now } = await start();
    const judged = { criteria: [criterion, criterion] };
    await ws.record(outcome(judged));
    await ws.record(
      outcome({ ...judged, result: "failure", durationMs: 3_600_000, errorCount: 3, retryCount: 2 }),
    );
    // Helpful 1 and harmful 0.14: 1 / 1.14.
    expect(await now()).toEqual({ criterion, weight: 0.8772, effectiveWeight: 0.8772, deprecated: false });
    await ws.record(outcome({ ...judged, result: "failure" }));
    for (const cause of ["policy", "approval"] as const) await ws.record(outcome({ ...judged, cause }));
    const { numbers, events } = await ws.explain({ id: criterion });
    expect(numbers).toMatchObject({
      helpfulCount: 1,
      harmfulCount: 1,
      neutralCount: 1,
      harmfulBySeverity: 0.86,
    });
    expect(events.map((event) => event.type)).toEqual(Array(3).fill("outcome-recorded"));
  });

  it("the criteria of outcomes are shown in a plan, the weightiest first", async () => {
    const { ws } = await start();
    await ws.record(outcome({ criteria: ["small_diff"] }));
    await ws.feedback({ ...harmful, criterion: "small_diff", value: 0.4 });
    await ws.record(outcome({ criteria: [criterion] }));
    expect((await ws.plan({ task: "x" })).prompt).toContain(
      "- type_safe (weight 1)\n- small_diff (weight 0.71)",
    );
  });
});

describe("feedback", () => {
  it("feedback with the same key counts once", async () => {
    const { ws } = await start();
    const first = await ws.feedback({ ...helpful, key: "review 7" });
    expect(first).toMatchObject({ replayed: false, criterion, weight: 1 });
    expect(await ws.feedback({ ...helpful, key: "review 7" })).toEqual({ ...first, replayed: true });
    await expect(ws.feedback({ ...harmful, key: "review 7" })).rejects.toMatchObject({ field: "key" });
    expect((await ws.explain({ id: criterion })).numbers).toMatchObject({ helpfulCount: 1, harmfulCount: 0 });
    expect((await ws.status()).log.events).toBe(1);
  });

  it.each([
    ["a value over 1", { value: 1.1 }, "value"],
    ["a NaN", { value: Number.NaN }, "value"],
    ["an unknown type", { type: "good" }, "type"],
    ["no criterion", { criterion: "" }, "criterion"],
    ["a time ahead", { at: "2026-03-01T00:05:00.001Z" }, "at"],
    ["a misspelled field", { weight: 1 }, "weight"],
  ])("feedback refuses %s, writes no event and keeps one rejection", async (_what, wrong, field) => {
    const { ws } = await start();
    await expect(ws.feedback({ ...helpful, ...wrong } as never)).rejects.toMatchObject({
      code: "invalid_input",
      field,
    });
    expect(await ws.status()).toMatchObject({ log: { events: 0 }, rejected: 1 });
  });
});

describe("what once went wrong and must not again", () => {
  it("a key that an outcome has is refused by name, and not by the database", async () => {
    const { ws } = await start();
    await ws.record(outcome({ key: "k" }));
    await expect(ws.feedback({ ...helpful, key: "k" })).rejects.toMatchObject({
      code: "invalid_input",
      field: "key",
    });
  });
});
