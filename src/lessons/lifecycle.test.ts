import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventsOf } from "../../tests/support/insights.js";
import { movingClock } from "../../tests/support/ledger.js";
import { collect, openInTemp, outcome } from "../../tests/support/whetstone.js";
import type { Input, OpenOptions, Result } from "../index.js";
import {
  calculateMaturityState,
  createPatternMaturity,
  type MaturityFeedback,
  updatePatternMaturity,
} from "../seeds/rules/maturity.js";
import { programSpeaker } from "../verbs/call/speaker.js";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const text = "Split by feature";
/** Raw score 1: helpful. */
const good = outcome({ strategy: text });
/** Raw score 0.14: harmful. */
const harmful = outcome({
  strategy: text,
  result: "failure",
  durationMs: hourMs,
  errorCount: 3,
  retryCount: 2,
});
/** Raw score 0.6: neutral, and a failure all the same. */
const quickFailure = outcome({ strategy: text, result: "failure" });

async function start(options: OpenOptions = {}) {
  const clock = movingClock();
  const ws = await openInTemp({ clock: clock.read, ...options });
  const repeat = async (times: number, input: Input<"record">): Promise<Result<"record">> => {
    for (let n = 1; n < times; n += 1) await ws.record(input);
    return ws.record(input);
  };
  const lesson = async () => (await ws.lessons.list()).lessons[0];
  const state = async () => (await lesson())?.state;
  return { clock, ws, repeat, lesson, state };
}

describe("a strategy", () => {
  it("a strategy is a candidate, is established by its third success and proven by its fifth", async () => {
    const { ws, state } = await start();
    const states: unknown[] = [];
    for (let n = 0; n < 5; n += 1) {
      await ws.record(good);
      states.push(await state());
    }
    expect(states).toEqual(["candidate", "candidate", "established", "established", "proven"]);
  });

  it("a proven strategy comes first in the next plan, even before the one that the plan names", async () => {
    const { ws, repeat } = await start();
    await repeat(4, { ...good, strategy: "Split by component" });
    await repeat(5, good);
    const { shown } = await ws.plan({ task: "Split the component", strategy: "Split by component" });
    expect(shown.map((line) => line.text)).toEqual([
      "Split by feature. Worked 5/5 times (proven)",
      "Split by component. Worked 4/4 times (established)",
    ]);
  });

  it.each([
    ["6 hours, 4.9904 left", 6 * hourMs, "proven"],
    ["7 hours, 4.9888 left", 7 * hourMs, "established"],
    ["66 days, 3.0077 left", 66 * dayMs, "established"],
    ["67 days, 2.9846 left", 67 * dayMs, "candidate"],
  ])("a strategy with five successes falls back as they age: after %s", async (_what, ms, expected) => {
    const { clock, repeat, state } = await start();
    await repeat(5, good);
    clock.advance(ms);
    expect(await state()).toBe(expected);
  });

  it("a strategy is proven again by one more success", async () => {
    const { clock, ws, repeat, state } = await start();
    await repeat(5, good);
    clock.advance(dayMs);
    expect(await state()).toBe("established");
    await ws.record(good);
    expect(await state()).toBe("proven");
  });

  it("a strategy is not deprecated at a harmful share of exactly 30 %", async () => {
    const { repeat, state } = await start();
    await repeat(7, good);
    expect(await repeat(3, harmful)).toMatchObject({ deprecated: [] });
    expect(await state()).toBe("established");
  });

  it("a proven strategy that turns harmful is deprecated, stays so as it ages, and may be reset", async () => {
    const { clock, ws, repeat, lesson, state } = await start();
    await repeat(6, good);
    await ws.record(harmful);
    expect(await state()).toBe("proven");
    await ws.record(harmful);
    expect(await state()).toBe("established");
    const { deprecated, strategies } = await ws.record(harmful);
    const [id = ""] = strategies;
    expect(deprecated).toEqual([id]);
    expect(await ws.plan({ task: "Next" })).toMatchObject({
      prompt: "## Task\n\nNext\n",
      memory_queried: 1,
      shown: [],
    });

    clock.advance(400 * dayMs);
    expect(await state()).toBe("deprecated");
    expect((await ws.plan({ task: "Next", strategy: text })).prompt).not.toContain("Worked");
    await expect(ws.lessons.promote({ lesson: id, reason: "it works" })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("more than 30 % of its evidence is harmful"),
      next: expect.stringContaining(`lessons reset ${id}`),
    });

    expect(await ws.lessons.reset({ lesson: id, reason: "the tool was repaired" })).toMatchObject({
      before: "deprecated",
      state: "candidate",
    });
    expect(await lesson()).toMatchObject({ state: "candidate", successes: 0, failures: 0 });
    await repeat(2, good);
    expect(await state()).toBe("candidate");
    await ws.record(good);
    expect(await state()).toBe("established");
    expect((await ws.explain({ id })).numbers).toMatchObject({ decayedHelpful: 3, decayedHarmful: 0 });
  });

  it("a strategy follows the slow definition for any history, with the margin of what deprecated it", async () => {
    const step = fc.record({ input: fc.constantFrom(good, good, harmful, quickFailure), days: fc.nat(60) });
    const type = new Map([
      [good, "helpful"],
      [harmful, "harmful"],
      [quickFailure, "neutral"],
    ] as const);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { clock, ws, state } = await start({ set: ["store.kind=memory"] });
        const feedback: MaturityFeedback[] = [];
        let record = createPatternMaturity(text);
        for (const { input, days } of steps) {
          await ws.record(input);
          feedback.push({
            pattern_id: text,
            type: type.get(input) ?? "neutral",
            timestamp: clock.iso(),
            weight: 1,
          });
          record = updatePatternMaturity(record, feedback, undefined, clock.now);
          clock.advance(days * dayMs);
          const now = calculateMaturityState(feedback, undefined, clock.now);
          expect(await state()).toBe(record.state === "deprecated" ? "deprecated" : now);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("a person", () => {
  it("a person promotes a strategy to proven without evidence, until evidence deprecates it", async () => {
    const { clock, ws, repeat, state } = await start();
    const { strategies } = await repeat(3, good);
    const [id = ""] = strategies;
    expect(await ws.lessons.promote({ lesson: id, reason: "reviewed" })).toMatchObject({
      before: "established",
      state: "proven",
    });
    clock.advance(80 * dayMs);
    expect(await state()).toBe("proven");
    await repeat(2, good);
    // 3.62 helpful ones are left: one harmful run is a share of 0.22, two are 0.36.
    expect(await ws.record(harmful)).toMatchObject({ deprecated: [] });
    expect(await state()).toBe("established");
    expect(await ws.record(harmful)).toMatchObject({ deprecated: [id] });
    expect(await state()).toBe("deprecated");
  });

  it("a person retires a strategy, and the reason is kept", async () => {
    const { ws, repeat, state } = await start();
    const [id = ""] = (await repeat(5, good)).strategies;
    const reason = "Causes file conflicts in 80% of cases";
    expect(await ws.lessons.retire({ lessons: [id], reason, actor: "maintainer" })).toMatchObject({
      retired: [{ before: "proven", state: "deprecated" }],
    });
    await repeat(3, good);
    expect(await state()).toBe("deprecated");
    expect((await ws.explain({ id })).answer.join(" ")).toContain(`deprecated by a person (${reason})`);
    expect((await ws.report()).since.changes).toMatchObject([
      { text: `"${good.strategy}" (${id}) was deprecated by maintainer (${reason})` },
    ]);
    await expect(ws.lessons.promote({ lesson: id, reason: "no" })).rejects.toThrow(reason);
  });

  it.each([
    ["a role of an agent", "agent:coder"],
    ["a tool", "tool:server"],
  ])(
    "the deprecation of a strategy by %s says who it was, and evidence does not undo it",
    async (_who, origin) => {
      const { ws, repeat, state } = await start();
      const agent = ws.as(programSpeaker(origin, "worker-1"));
      const { strategies } = await agent.record(good);
      const [id = ""] = strategies;
      await agent.lessons.retire({ lessons: [id], reason: "the queue is gone" });
      expect(await eventsOf(ws, "lesson-deprecated")).toMatchObject([
        { origin, v: 1, data: { by: "caller" } },
      ]);
      expect((await ws.explain({ id })).answer.join(" ")).toContain(
        `deprecated by ${origin} (the queue is gone); only a reset undoes that`,
      );
      await repeat(5, good);
      expect(await state()).toBe("deprecated");
    },
  );

  it.each(["promote", "reset"] as const)(
    "a person must give a reason and a known lesson to %s",
    async (verb) => {
      const { ws } = await start();
      const [id = ""] = (await ws.record(good)).strategies;
      await expect(ws.lessons[verb]({ lesson: id, reason: "" })).rejects.toMatchObject({ field: "reason" });
      await expect(ws.lessons[verb]({ lesson: "strategy-none", reason: "x" })).rejects.toMatchObject({
        code: "not_found",
        next: expect.stringContaining("lessons list"),
      });
      expect(await ws.status()).toMatchObject({ log: { events: 2 }, rejected: 1 });
    },
  );
});

describe("an anti-pattern", () => {
  it("an anti-pattern is inverted by one event, however often it fails after", async () => {
    const { ws, repeat, lesson } = await start();
    const [id = ""] = (await repeat(2, quickFailure)).strategies;
    expect(await ws.record(quickFailure)).toMatchObject({ antiPatterns: [`anti-${id}`] });
    expect(await repeat(20, quickFailure)).toMatchObject({ antiPatterns: [] });
    expect(await lesson()).toMatchObject({ id: `anti-${id}`, kind: "anti_pattern", failures: 23 });
    const log = (await collect(ws.export())).filter((line) => line.includes('"strategy-inverted"'));
    expect(log).toHaveLength(1);
  });

  it("an anti-pattern needs a failure share of 60 %: 2 of 4 is not enough, 3 of 5 is", async () => {
    const { ws, repeat } = await start();
    await repeat(2, good);
    expect(await repeat(2, quickFailure)).toMatchObject({ antiPatterns: [] });
    expect((await ws.record(quickFailure)).antiPatterns).toHaveLength(1);
    expect((await ws.plan({ task: "Next" })).prompt).toContain(
      "- AVOID: Split by feature. Failed 3/5 times (60% failure rate)",
    );
  });
});

describe("maturity", () => {
  /** Two of two, so 0.75 in the mean and 0.375 as a candidate; three of five, so 0.571 as established. */
  const order = async (options: OpenOptions) => {
    const { ws, repeat } = await start(options);
    await repeat(2, { ...good, strategy: "Split by component" });
    await repeat(3, good);
    await repeat(2, quickFailure);
    return (await ws.plan({ task: "Next" })).shown.map((line) => line.text);
  };

  it("maturity puts an established strategy before a candidate that never failed", async () => {
    expect(await order({ set: ["antiPatterns.minObservations=9"] })).toEqual([
      "Split by feature. Worked 3/5 times (established)",
      "Split by component. Worked 2/2 times (candidate)",
    ]);
  });

  it("maturity orders strategies by its multipliers alone", async () => {
    expect((await order({ set: ["strategies.candidateMultiplier=1"] }))[0]).toContain("Split by component");
  });
});

describe("regressions of the lifecycle", () => {
  it("a strategy that late evidence deprecates stays deprecated like any other", async () => {
    const { clock, ws, repeat, state } = await start();
    const began = clock.iso();
    await repeat(6, good);
    clock.advance(90 * dayMs);
    await ws.record(harmful);
    await ws.record({ ...harmful, at: began });
    expect(await state()).toBe("deprecated");
    clock.advance(90 * dayMs);
    expect(await state()).toBe("deprecated");
  });

  it("a reset anti-pattern is a strategy again, in every count", async () => {
    const { ws, repeat } = await start();
    const [id = ""] = (await repeat(3, quickFailure)).strategies;
    await ws.lessons.reset({ lesson: id, reason: "the tool was repaired" });
    expect((await ws.status()).lessons).toEqual({
      strategies: 1,
      antiPatterns: 0,
      insights: 0,
      directives: 0,
      failures: 0,
      forgotten: 0,
    });
    await repeat(3, quickFailure);
    expect((await ws.status()).lessons).toEqual({
      strategies: 0,
      antiPatterns: 1,
      insights: 0,
      directives: 0,
      failures: 0,
      forgotten: 0,
    });
  });

  it("an anti-pattern that a person deprecated is not shown", async () => {
    const { ws, repeat } = await start();
    const [id = ""] = (await repeat(3, quickFailure)).antiPatterns;
    await ws.lessons.retire({ lessons: [id], reason: "the failures had another cause" });
    expect((await ws.plan({ task: "Next" })).prompt).toBe("## Task\n\nNext\n");
  });
});
