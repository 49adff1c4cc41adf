import { describe, expect, it } from "vitest";
import {
  eventsOf,
  numbersOf,
  openInsights,
  patterns,
  refuting,
  verdictOn,
} from "../../tests/support/insights.js";
import { outcome } from "../../tests/support/whetstone.js";

const text = "Retries without a limit overload the queue server";
const other = "Feature flags are read once at the start of the worker";

/** Two insights, shown in run r-2, and one of them refuted there if asked for. */
async function shown({ refuted = false, set = ["store.kind=memory"] } = {}) {
  const { clock, ws } = await openInsights({ set });
  await ws.deliberate({ role: "judge", run: "r-1", text: patterns(text, other) });
  await ws.brief({ role: "judge", run: "r-2" });
  if (refuted) {
    const { deliberation } = await ws.deliberate({ role: "judge", run: "r-2", text: patterns(text) });
    await ws.review({ output: verdictOn(deliberation, refuting(text)) });
  }
  const ends = async (of = text) => {
    const { runsHeld, runsFailed, successRate } = await numbersOf(ws, of);
    return [runsHeld, runsFailed, successRate];
  };
  return { clock, ws, ends };
}

describe("outcome-score", () => {
  it.each([
    ["held", [1, 0, 1]],
    ["failed", [0, 1, 0.6667]],
    ["reverted", [0, 1, 0.6667]],
  ] as const)("a run that %s counts half a point for what was shown in it", async (result, expected) => {
    const { ws, ends } = await shown();
    const scored = await ws.outcomeScore({ run: "r-2", result, reason: "seen in production" });
    expect(scored).toMatchObject({ run: "r-2", result, instead: null, changed: true });
    expect(scored.lessons).toHaveLength(2);
    expect(await ends()).toEqual(expected);
    expect(await ends(other)).toEqual(expected);
  });

  it("the score of a run is neither a sighting, a reinforcement nor a use", async () => {
    const { clock, ws } = await shown();
    const before = await numbersOf(ws, text);
    clock.advance(14 * 86_400_000);
    await ws.outcomeScore({ run: "r-2", result: "held" });
    expect(await numbersOf(ws, text)).toEqual({ ...before, runsHeld: 1, decay: 0.3679, score: 0.3679 });
  });

  it("the outcome of a run scores it by itself, once", async () => {
    const { ws, ends } = await shown();
    await ws.record(outcome({ run: "r-2", result: "failure" }));
    await ws.record(outcome({ run: "r-2", result: "success" }));
    expect(await ends()).toEqual([0, 1, 0.6667]);
    expect(await eventsOf(ws, "outcome-scored")).toHaveLength(1);
  });

  it.each([
    ["partial", { result: "partial" }],
    ["stopped by a policy", { result: "failure", cause: "policy" }],
    ["stopped for an approval", { result: "failure", cause: "approval" }],
    ["of another run", { result: "failure", run: "r-3" }],
    ["of no run", { result: "failure", run: undefined }],
  ] as const)("says nothing when the outcome is %s", async (_what, changes) => {
    const { ws, ends } = await shown();
    await ws.record(outcome({ run: "r-2", ...changes }));
    expect(await ends()).toEqual([0, 0, 1]);
    expect(await eventsOf(ws, "outcome-scored")).toEqual([]);
  });

  it("the score reverted replaces held, and the same score again changes nothing", async () => {
    const { ws, ends } = await shown();
    await ws.record(outcome({ run: "r-2" }));
    expect(await ends()).toEqual([1, 0, 1]);
    expect(await ws.outcomeScore({ run: "r-2", result: "reverted" })).toMatchObject({
      instead: "held",
      changed: true,
    });
    expect(await ends()).toEqual([0, 1, 0.6667]);
    expect(await ws.outcomeScore({ run: "r-2", result: "failed" })).toMatchObject({ changed: false });
    expect(await ws.outcomeScore({ run: "r-2", result: "held" })).toMatchObject({
      instead: "failed",
      changed: true,
    });
    expect(await ends()).toEqual([1, 0, 1]);
  });

  it("work that held does not count for what was refuted in the run", async () => {
    const { ws, ends } = await shown({ refuted: true });
    await ws.record(outcome({ run: "r-2" }));
    expect(await ends()).toEqual([0, 0, 0.5]);
    expect(await ends(other)).toEqual([1, 0, 1]);
  });

  it("work that held does not count for what a validator refuted under a run of its own", async () => {
    const { ws, ends } = await shown();
    const { deliberation } = await ws.deliberate({ role: "judge", run: "r-2", text: patterns(text) });
    await ws.review({ output: verdictOn(deliberation, refuting(text)), run: "inspector-run" });
    await ws.record(outcome({ run: "r-2" }));
    expect(await ends()).toEqual([0, 0, 0.5]);
    expect(await ends(other)).toEqual([1, 0, 1]);
  });

  it("a run that held, was refuted and was then reverted counts as reverted alone", async () => {
    const { ws, ends } = await shown();
    const { deliberation } = await ws.deliberate({ role: "judge", run: "r-2", text: patterns(text) });
    await ws.record(outcome({ run: "r-2" }));
    await ws.review({ output: verdictOn(deliberation, refuting(text)) });
    expect(await ends()).toEqual([1, 0, 0.6]);
    await ws.outcomeScore({ run: "r-2", result: "reverted" });
    expect(await ends()).toEqual([0, 1, 0.4]);
    expect(await ends(other)).toEqual([0, 1, 0.6667]);
  });

  it("a new score takes back only what the run had given, not what another run gave", async () => {
    const { ws, ends } = await shown();
    await ws.outcomeScore({ run: "r-2", result: "held" });
    await ws.brief({ role: "judge", run: "r-3" });
    const { deliberation } = await ws.deliberate({ role: "judge", run: "r-3", text: patterns(text) });
    await ws.review({ output: verdictOn(deliberation, refuting(text)) });
    expect((await ws.outcomeScore({ run: "r-3", result: "held" })).lessons).toHaveLength(1);
    expect(await ends()).toEqual([1, 0, 0.6]);
    expect(await ends(other)).toEqual([2, 0, 1]);
    await ws.outcomeScore({ run: "r-3", result: "reverted" });
    expect(await ends()).toEqual([1, 1, 0.5]);
    expect(await ends(other)).toEqual([1, 1, 0.75]);
  });

  it("a run that failed and then held no longer counts against what was refuted in it", async () => {
    const { ws, ends } = await shown({ refuted: true });
    await ws.outcomeScore({ run: "r-2", result: "failed" });
    expect(await ends()).toEqual([0, 1, 0.4]);
    await ws.outcomeScore({ run: "r-2", result: "held" });
    expect(await ends()).toEqual([0, 0, 0.5]);
    expect(await ends(other)).toEqual([1, 0, 1]);
  });

  it("scoring can be switched off: the score is recorded, and counts for nothing", async () => {
    const { ws, ends } = await shown({ set: ["store.kind=memory", "insights.outcomeScoring=false"] });
    await ws.outcomeScore({ run: "r-2", result: "failed" });
    expect(await ends()).toEqual([0, 1, 1]);
  });

  it("the score of a run that was shown no insight counts for none, and a wrong result is refused", async () => {
    const { ws } = await openInsights();
    await ws.brief({ role: "auditor", run: "r-1" });
    expect(await ws.outcomeScore({ run: "r-1", result: "held" })).toEqual({
      run: "r-1",
      result: "held",
      instead: null,
      lessons: [],
      changed: false,
    });
    expect(await eventsOf(ws, "outcome-scored")).toEqual([]);
    await expect(ws.outcomeScore({ run: "r-2", result: "fine" } as never)).rejects.toMatchObject({
      field: "result",
    });
  });
});
