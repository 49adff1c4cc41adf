import { describe, expect, it } from "vitest";
import { defaults } from "../../src/base/config/settings.js";
import { maturityStateOf } from "../../src/lessons/strategy/rules/maturity.js";
import { buildAdaptivePolicyOverlays } from "../../src/seeds/rules/adapters.js";
import { recordPatternObservation } from "../../src/seeds/rules/anti-patterns.js";
import {
  calculateCriterionWeight,
  calculateDecayedValue,
  type FeedbackEvent,
} from "../../src/seeds/rules/criteria.js";
import { insightWith, openInsights, patterns } from "../support/insights.js";
import { movingClock } from "../support/ledger.js";
import { collect, openInTemp, outcome } from "../support/whetstone.js";

const dayMs = 86_400_000;
const text = "Split by file type";
const good = outcome({ strategy: text });
const failed = { ...good, result: "failure" as const };
const harmful = { ...failed, durationMs: 3_600_000, errorCount: 3, retryCount: 2 };
const atWork = { adaptersUsed: ["npm", "github"], failureType: "auth" };

describe("numbers do not lie", () => {
  it("trap 7: decay was applied twice; here the raw value is stored and decayed once, on reading", async () => {
    const clock = movingClock();
    const ws = await openInTemp({ clock: clock.read });
    await ws.feedback({ criterion: "typed", type: "helpful", value: 0.8 });
    clock.advance(90 * dayMs);
    for (let n = 0; n < 3; n += 1) {
      expect((await ws.explain({ id: "typed" })).numbers).toMatchObject({
        helpful: 0.4,
        weight: 1,
        effectiveWeight: 0.5,
      });
      await ws.rebuild();
    }
    expect((await collect(ws.export())).join("\n")).toContain('"value":0.8');
    expect(calculateDecayedValue(0.8, clock.now - 90 * dayMs, clock.now)).toBe(0.4);
  });

  it("trap 8: one bad timestamp made a weight NaN, and NaN compared as fine; here it is refused, and NaN is worst", async () => {
    const ws = await openInTemp();
    for (const at of ["yesterday", "2026-02-30T00:00:00.000Z", "", "2026-03-01T10:00:00"]) {
      await expect(ws.record({ ...good, at })).rejects.toMatchObject({ field: "at" });
      await expect(ws.feedback({ criterion: "typed", type: "helpful", value: 1, at })).rejects.toMatchObject({
        field: "at",
      });
    }
    expect(await ws.status()).toMatchObject({ log: { events: 0 }, rejected: 8 });
    const event: FeedbackEvent = {
      id: "1",
      criterion: "typed",
      type: "helpful",
      raw_value: 1,
      timestamp: "yesterday",
    };
    expect(() => calculateCriterionWeight([event])).toThrow(/timestamp/);
    expect(() =>
      maturityStateOf({ decayedHelpful: Number.NaN, decayedHarmful: 0 }, defaults.strategies),
    ).toThrow(/decayedHelpful/);
    const row = { adapterId: "github", successRate: 1, avgRetries: 0, qualityScore: 1, runs: 3 };
    for (const reliabilityScore of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
      const scored = { ...row, reliabilityScore, updatedAt: "2026-03-01T00:00:00.000Z" };
      expect(buildAdaptivePolicyOverlays([scored], [])).toMatchObject([
        { riskMultiplier: 1.4, suggestedMaxRetries: 1, requireApproval: true },
      ]);
    }
  });

  it("trap 9: a harmful event counted less the worse it was; here severity turns that round, and both are shown", async () => {
    const weightAfter = async (mass: string, value: number) => {
      const ws = await openInTemp({ set: [`criteria.harmfulMass=${mass}`] });
      for (let n = 0; n < 3; n += 1) await ws.feedback({ criterion: "typed", type: "helpful", value: 1 });
      await ws.feedback({ criterion: "typed", type: "harmful", value });
      const { numbers, rule } = await ws.explain({ id: "typed" });
      expect(numbers).toMatchObject({ harmfulByValue: value, harmfulBySeverity: 1 - value });
      expect(rule).toContain(`harmful by ${mass}`);
      return numbers.weight ?? Number.NaN;
    };
    expect(await weightAfter("severity", 0.1)).toBeLessThan(await weightAfter("severity", 0.4));
    expect(await weightAfter("value", 0.1)).toBeGreaterThan(await weightAfter("value", 0.4));
  });

  it("trap 10: deprecated lessons came back as their evidence aged; here only new evidence or a reset brings one back", async () => {
    const clock = movingClock();
    const ws = await openInTemp({ clock: clock.read });
    for (let n = 0; n < 4; n += 1) await ws.record(good);
    for (let n = 0; n < 2; n += 1) await ws.record(harmful);
    const state = async () => (await ws.lessons.list()).lessons[0]?.state;
    for (const days of [0, 30, 90, 365, 3_650]) {
      clock.advance(days * dayMs);
      expect(await state()).toBe("deprecated");
      expect((await ws.plan({ task: "x" })).shown).toEqual([]);
    }
    await ws.rebuild();
    expect(await state()).toBe("deprecated");
    for (let n = 0; n < 10; n += 1) await ws.record(good);
    expect(await state()).toBe("proven");
  });

  it("trap 10: deprecated lessons came back; here a deprecated insight does not come back by time or by being repeated", async () => {
    const { clock, ws } = await openInsights();
    const saying = "Retries overload the queue server";
    const see = (run: string) =>
      ws.deliberate({ role: "judge", run, taskId: run, labels: [run], text: patterns(saying) });
    const shown = async () => (await ws.brief({ role: "judge" })).shown.length;
    await see("r-1");
    for (const days of [180, 1, 30, 365, 3_650]) {
      clock.advance(days * dayMs);
      expect((await see(`day-${clock.now}`)).insights).toMatchObject([{ state: "deprecated" }]);
      expect(await shown()).toBe(0);
    }
    await ws.rebuild();
    expect(await insightWith(ws, saying)).toMatchObject({ state: "deprecated", score: 1 });
    expect(await shown()).toBe(0);
  });

  it("trap 11: inversion fired again on every observation; here it is one event", async () => {
    const ws = await openInTemp();
    const inverted: number[] = [];
    for (let n = 0; n < 12; n += 1)
      inverted.push((await ws.record(n % 4 === 3 ? good : failed)).antiPatterns.length);
    expect(inverted.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect((await collect(ws.export())).filter((line) => line.includes('"strategy-inverted"'))).toHaveLength(
      1,
    );
    expect((await ws.status()).lessons).toMatchObject({ strategies: 0, antiPatterns: 1 });
  });

  it("trap 12: 'true' compared with true printed AVOID after nine successes; here it is refused", async () => {
    const ws = await openInTemp();
    for (let n = 0; n < 9; n += 1)
      await ws.complete({ taskId: `bd-${n}`, success: true, strategy: text, durationMs: 1 });
    await ws.complete({ taskId: "bd-9", success: false, strategy: text, durationMs: 1 });
    const { prompt } = await ws.plan({ task: "x" });
    expect(prompt).toContain("Split by file type. Worked 9/10 times (proven)");
    expect(prompt).not.toContain("AVOID");
    for (const success of ["true", "false", 1, 0, null])
      await expect(ws.complete({ taskId: "bd-1", success, durationMs: 1 } as never)).rejects.toMatchObject({
        field: "success",
      });
    const pattern = {
      id: "p",
      content: text,
      kind: "pattern" as const,
      is_negative: false,
      success_count: 0,
      failure_count: 0,
    };
    expect(() => recordPatternObservation(pattern, "true" as never, "bd-1")).toThrow(/success/);
  });

  it("trap 13: blame went to the first adapter of a run; here it goes to the one that failed", async () => {
    const ws = await openInTemp();
    for (let n = 0; n < 3; n += 1) await ws.record({ ...harmful, ...atWork, failedAdapter: "github" });
    expect((await ws.policy({ adapter: "npm" })).learned).toBeNull();
    expect((await ws.policy({ adapter: "github" })).effective.requireApproval.value).toBe(true);
    await ws.record({ ...harmful, ...atWork });
    const { failurePatterns } = await ws.report();
    expect(failurePatterns.map(({ id, occurrences }) => [id, occurrences])).toEqual([
      ["github::auth", 3],
      ["unattributed::auth", 1],
    ]);
  });

  it("trap 14: our own blocks were counted as the adapter's failures; here they teach nothing", async () => {
    const ws = await openInTemp();
    for (let n = 0; n < 5; n += 1) {
      for (const cause of ["policy", "approval"] as const)
        await ws.record({
          ...harmful,
          ...atWork,
          failedAdapter: "github",
          criteria: ["typed"],
          skillsUsed: ["release"],
          cause,
        });
    }
    expect(await ws.policy({ adapter: "github" })).toMatchObject({
      learned: null,
      reliability: null,
      runs: 0,
    });
    expect(await ws.report()).toMatchObject({
      outcomes: { failure: 10 },
      failurePatterns: [],
      overlays: [],
      strategies: [],
      antiPatterns: [],
      criteria: [],
      suggestions: [],
    });
  });

  it("trap 15: '1 retry' was used as '1 attempt'; here attempts are one more than retries, and tightening tightens", async () => {
    const ws = await openInTemp();
    const attempts = async () => (await ws.policy({ adapter: "github" })).effective.maxAttempts;
    expect(await attempts()).toBe(3);
    for (let n = 0; n < 3; n += 1) await ws.record({ ...harmful, adaptersUsed: ["github"] });
    expect((await ws.policy({ adapter: "github" })).effective.maxRetries.value).toBe(1);
    expect(await attempts()).toBe(2);
    await ws.policy.set({ adapter: "github", actor: "maintainer", maxRetries: 0, reason: "once is enough" });
    expect(await attempts()).toBe(1);
  });
});
