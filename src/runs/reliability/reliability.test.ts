import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
import { rebuildReliability, tallyOutcomes } from "../../seeds/rules/adapters.js";
import type { RunOutcome } from "../../seeds/rules/run-outcome.js";
import { histories, stoppedByUs } from "./random-outcomes.contract.js";
import { type AdapterReliability, emptyTally, reliabilityOf } from "./reliability.js";

const tally = { ...emptyTally, runs: 10, successes: 8, retries: 15, qualitySum: 8, qualityCount: 10 };

describe("reliability", () => {
  it.each([
    ["80 %, 1.5 retries, quality 0.8", {}, 0.74],
    ["nothing went wrong", { successes: 10, retries: 0, qualitySum: 10 }, 1],
    ["nothing went right", { successes: 0, retries: 30, qualitySum: 0 }, 0],
    ["more retries than the cap", { retries: 90 }, 0.64],
    ["quality of the others, where it is missing", { qualitySum: 1.6, qualityCount: 2 }, 0.74],
    ["success rate, where all quality is missing", { qualitySum: 0, qualityCount: 0 }, 0.74],
    [
      "all quality missing, half succeeded",
      { successes: 5, retries: 0, qualitySum: 0, qualityCount: 0 },
      0.6,
    ],
    ["three decimals", { runs: 3, successes: 2, retries: 6, qualitySum: 1.9, qualityCount: 3 }, 0.593],
  ])("the score is right for a tally with %s", (_what, changes, score) => {
    expect(reliabilityOf({ ...tally, ...changes }, defaults.reliability).reliabilityScore).toBe(score);
  });

  it("reliability weights success rate, retries and quality", () => {
    const outcomes = [
      { success: true, retryCount: 1, qualityScore: 0.8, adapterId: "github" },
      { success: true, retryCount: 2, qualityScore: 0.9, adapterId: "github" },
      { success: false, retryCount: 3, qualityScore: 0.2, adapterId: "github" },
    ];
    const [github] = rebuildReliability(outcomes);
    expect(github).toMatchObject({ adapterId: "github", runs: 3, avgRetries: 2, reliabilityScore: 0.593 });
    expect(github?.successRate).toBeCloseTo(2 / 3, 12);
    expect(github?.qualityScore).toBeCloseTo(1.9 / 3, 12);
  });

  it("trap 8: a tally without a run, or a broken one, has no score", () => {
    expect(reliabilityOf(emptyTally, defaults.reliability).reliabilityScore).toBeNaN();
    expect(reliabilityOf({ ...tally, retries: Number.NaN }, defaults.reliability).reliabilityScore).toBeNaN();
    expect(() => rebuildReliability([{ success: true, adapterId: "npm", qualityScore: Number.NaN }])).toThrow(
      /quality/,
    );
  });

  it("trap 13: an adapter that did not fail is left alone", () => {
    const outcomes = [
      { success: true, adaptersUsed: ["github", "npm"] },
      { success: false, adaptersUsed: ["github", "npm"], failedAdapter: "npm" },
    ];
    expect(rebuildReliability(outcomes).map((row) => [row.adapterId, row.runs, row.successRate])).toEqual([
      ["github", 1, 1],
      ["npm", 2, 0.5],
    ]);
  });

  it("reliability equals its definition over the whole history", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const rows = rebuildReliability(history);
        expect(rows.map((row) => row.adapterId)).toEqual(
          ["github", "npm", "shell"].filter((a) => judging(history, a).length),
        );
        for (const row of rows) expect(row).toEqual(defined(history, row.adapterId));
        for (const [adapter, { streak }] of tallyOutcomes(history))
          expect(streak).toBe(streakOf(history, adapter));
      }),
    );
  });

  it("trap 14: runs that a gate stopped change no reliability", () => {
    fc.assert(
      fc.property(histories, fc.array(stoppedByUs), (history, stopped) => {
        expect(rebuildReliability([...stopped, ...history, ...stopped])).toEqual(rebuildReliability(history));
      }),
    );
  });

  it("reliability takes its weights from the settings", () => {
    const settings = {
      ...defaults.reliability,
      successWeight: 1,
      retryWeight: 0,
      qualityWeight: 0,
    };
    expect(reliabilityOf({ ...tally, runs: 9 }, settings).reliabilityScore).toBe(0.889);
  });
});

/** The definition, the slow way: which outcomes judge this adapter, in words. */
function judging(history: readonly RunOutcome[], adapter: string): RunOutcome[] {
  return history.filter((each) => {
    if (each.cause === "policy" || each.cause === "approval") return false;
    if (each.result === "success" || each.failedAdapter === undefined)
      return each.adaptersUsed.includes(adapter);
    return each.failedAdapter === adapter;
  });
}

function defined(history: readonly RunOutcome[], adapterId: string): AdapterReliability {
  const mine = judging(history, adapterId);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const successRate = mean(mine.map((each) => (each.result === "success" ? 1 : 0)));
  const avgRetries = mean(mine.map((each) => each.retryCount));
  const measured = mine.flatMap((each) => each.quality ?? []);
  const qualityScore = measured.length === 0 ? successRate : mean(measured);
  const score = 0.6 * successRate + 0.2 * (1 - Math.min(avgRetries, 3) / 3) + 0.2 * qualityScore;
  const updatedAt = mine.map((each) => each.at).reduce((a, b) => (Date.parse(a) < Date.parse(b) ? b : a));
  const runs = mine.length;
  return {
    adapterId,
    reliabilityScore: Number(score.toFixed(3)),
    successRate,
    avgRetries,
    qualityScore,
    runs,
    updatedAt,
  };
}

function streakOf(history: readonly RunOutcome[], adapter: string): number {
  const newestFirst = judging(history, adapter).reverse();
  const broken = newestFirst.findIndex((each) => each.result !== "success");
  return broken < 0 ? newestFirst.length : broken;
}
