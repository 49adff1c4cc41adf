import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movingClock } from "../../../tests/support/ledger.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import { outcomes } from "../../runs/reliability/random-outcomes.contract.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import { applyLearningCycle } from "../rules/learning-cycle.js";
import { emptyLearningState, type LearningState } from "../rules/learning-state.js";
import type { RunOutcome } from "../rules/run-outcome.js";
import { buildLearningReport, loadLearningState, saveLearningState } from "./learning-state.js";
import { recordRunOutcome } from "./record-run-outcome.js";

/** Later than every random outcome. */
const later = Date.parse("2028-01-01T00:00:00.000Z");
const inMemory = (set: readonly string[] = []) =>
  openInTemp({ clock: movingClock(later).read, set: ["store.kind=memory", ...set] });

const run = (n: number, result: "success" | "failure" = "failure") => ({
  runId: `run-${n}`,
  result,
  adaptersUsed: ["github"],
  ...(result === "failure" ? { failureType: "auth" } : {}),
  at: `2027-12-${String(n + 10)}T00:00:00.000Z`,
});

async function recordAll(ws: Whetstone, runs: readonly RunOutcome[]): Promise<void> {
  for (const each of runs) await recordRunOutcome(each, ws);
}

function cycled(runs: readonly RunOutcome[]): LearningState {
  return runs.reduce(
    (state, outcome) => applyLearningCycle({ state, outcome }).updatedState,
    emptyLearningState(),
  );
}

describe("loadLearningState", () => {
  it("the state is empty before anything was recorded", async () => {
    expect(await loadLearningState(await inMemory())).toEqual(emptyLearningState());
  });

  it("the state is what the pure cycle makes of the same outcomes, and can be saved", async () => {
    const histories = fc.uniqueArray(outcomes, { maxLength: 12, selector: ({ runId }) => runId });
    await fc.assert(
      fc.asyncProperty(histories, async (runs) => {
        const ws = await inMemory();
        await recordAll(ws, runs);
        await saveLearningState(cycled(runs), ws);
      }),
      { numRuns: 60 },
    );
  });

  it("the state holds the overlays in force, also after a review", async () => {
    const ws = await inMemory();
    for (const n of [1, 2, 3]) await recordRunOutcome(run(n), ws);
    for (const n of [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]) await recordRunOutcome(run(n, "success"), ws);
    expect((await loadLearningState(ws)).overlays).toMatchObject([
      { adapterId: "github", requireApproval: true },
    ]);
    await ws.relax({ adapter: "github", actor: "ada", reason: "the token is renewed" });
    const { overlays, patterns } = await loadLearningState(ws);
    expect(overlays).toEqual([]);
    expect((await ws.policy({ adapter: "github" })).learned).toBeNull();
    expect(patterns).toMatchObject([{ id: "github::auth", occurrences: 3, confidence: 0.65 }]);
  });

  it("loadLearningState folds with the settings in force", async () => {
    const ws = await inMemory([
      "failurePatterns.initialConfidence=0.6",
      "policy.riskyMultiplier=2",
      "policy.minOutcomes=2",
    ]);
    for (const n of [1, 2]) await recordRunOutcome(run(n), ws);
    const { patterns, overlays, thresholdPolicy } = await loadLearningState(ws);
    expect(patterns).toMatchObject([{ confidence: 0.65 }]);
    expect(overlays).toMatchObject([{ riskMultiplier: 2 }]);
    expect(thresholdPolicy).toEqual({ low: 0.55, medium: 0.75, high: 0.75 });
  });
});

describe("saveLearningState", () => {
  it("saveLearningState takes a state that the caller has sorted, and writes nothing", async () => {
    const ws = await inMemory();
    for (const n of [1, 2, 3]) await recordRunOutcome({ ...run(n), adaptersUsed: ["npm", "github"] }, ws);
    const state = await loadLearningState(ws);
    expect(state.overlays).toHaveLength(2);
    state.reliability.reverse();
    state.overlays.reverse();
    const { events } = (await ws.status()).log;
    await saveLearningState(state, ws);
    expect((await ws.status()).log.events).toBe(events);
  });

  it("saveLearningState takes the state of each run although two kinds of failure alternate", async () => {
    const ws = await inMemory();
    for (const [n, failureType] of [
      "auth",
      "timeout",
      "auth",
      "timeout",
      "auth",
      "timeout",
      "auth",
    ].entries()) {
      const outcome = { ...run(n), failureType };
      const { updatedState } = applyLearningCycle({ state: await loadLearningState(ws), outcome });
      await recordRunOutcome(outcome, ws);
      await saveLearningState(updatedState, ws);
    }
    expect((await loadLearningState(ws)).overlays).toMatchObject([
      { reason: "reliability 0.2 is below 0.7; auth failed 4 times; timeout failed 3 times" },
    ]);
  });

  it("the document's order (record, load, apply, save) counts a run once", async () => {
    const ws = await inMemory();
    await recordRunOutcome(run(1), ws);
    const state = await loadLearningState(ws);
    const { updatedState } = applyLearningCycle({ state, outcome: run(1) });
    expect(updatedState).toEqual(state);
    await saveLearningState(updatedState, ws);
  });

  it("saveLearningState refuses a state that was learned from an unrecorded outcome", async () => {
    const ws = await inMemory();
    await recordRunOutcome(run(1), ws);
    const { updatedState } = applyLearningCycle({ state: await loadLearningState(ws), outcome: run(2) });
    await expect(saveLearningState(updatedState, ws)).rejects.toMatchObject({
      code: "invalid_input",
      field: "outcomes.1",
      next: expect.stringContaining("recordRunOutcome"),
    });
    await recordRunOutcome(run(2), ws);
    await saveLearningState(updatedState, ws);
  });

  it.each([
    ["a loosened overlay", "overlays.github.requireApproval", { requireApproval: false }],
    ["a NaN", "overlays.github.riskMultiplier", { riskMultiplier: Number.NaN }],
  ])("saveLearningState refuses %s", async (_what, field, change) => {
    const ws = await inMemory();
    for (const n of [1, 2, 3]) await recordRunOutcome(run(n), ws);
    const state = await loadLearningState(ws);
    const overlays = state.overlays.map((overlay) => ({ ...overlay, ...change }));
    await expect(saveLearningState({ ...state, overlays }, ws)).rejects.toMatchObject({ field });
  });
});

describe("buildLearningReport", () => {
  it("the report states what the log says, at the project's own time", async () => {
    const ws = await inMemory();
    for (const n of [1, 2, 3]) await recordRunOutcome(run(n), ws);
    const report = await buildLearningReport(ws);
    expect(report).toMatchObject({
      generatedAt: "2028-01-01T00:00:00.000Z",
      outcomes: { total: 3, success: 0, partial: 0, failure: 3 },
      patterns: [{ id: "github::auth", occurrences: 3, confidence: 0.65 }],
      overlays: [{ adapterId: "github", riskMultiplier: 1.4, suggestedMaxRetries: 1, requireApproval: true }],
      staleOverlays: [],
    });
  });

  it("the report lists an overlay as stale when its evidence is older than thirty days", async () => {
    const ws = await inMemory();
    for (const n of [1, 2, 3]) await recordRunOutcome({ ...run(n), at: "2027-12-01T23:59:59.999Z" }, ws);
    expect((await buildLearningReport(ws)).staleOverlays).toHaveLength(1);
  });
});
