import { describe, expect, it } from "vitest";
import { openInTemp } from "../../../tests/support/whetstone.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import { readEvents } from "../swarm/read-events.js";
import { type RunToRecord, recordRunOutcome } from "./record-run-outcome.js";

const failed: RunToRecord = {
  runId: "run-123",
  result: "failure",
  postExecutionScore: 0.4,
  rollbackOccurred: true,
  humanOverride: false,
  riskLevel: "high",
  adaptersUsed: ["GitHub"],
  failureDetails: { dominantFailureType: "auth", status: 401 },
};

async function recorded(ws: Whetstone) {
  const events = [];
  for await (const event of readEvents(ws.export(), ["outcome-recorded"])) events.push(event);
  return events;
}

describe("recordRunOutcome", () => {
  it("recordRunOutcome records what it is given under Whetstone's names", async () => {
    const ws = await openInTemp();
    await recordRunOutcome(failed, ws);
    expect(await recorded(ws)).toMatchObject([
      {
        run: "run-123",
        data: {
          result: "failure",
          quality: 0.4,
          rollbackOccurred: true,
          riskLevel: "high",
          adaptersUsed: ["GitHub"],
          failureType: "auth",
          failureDetails: '{"status":401}',
          cause: "task",
        },
      },
    ]);
  });

  it("a run is recorded once: the same again gets the first answer, and another result is refused", async () => {
    const ws = await openInTemp();
    const first = await recordRunOutcome(failed, ws);
    expect(await recordRunOutcome(failed, ws)).toEqual({ ...first, replayed: true });
    await expect(recordRunOutcome({ ...failed, result: "success" }, ws)).rejects.toMatchObject({
      code: "invalid_input",
      field: "key",
    });
    expect((await ws.status()).outcomes).toEqual({ success: 0, partial: 0, failure: 1 });
  });

  it("recordRunOutcome counts the errors on record, and marks an unmeasured duration", async () => {
    const ws = await openInTemp({ set: ["outcomes.fastBelowMs=60000"] });
    await ws.errors.record({ taskId: "run-123", message: "401" });
    await ws.errors.record({ taskId: "bd-1", message: "timed out" });
    await ws.errors.record({ taskId: "bd-1", message: "timed out" });
    await recordRunOutcome(failed, ws);
    await recordRunOutcome({ ...failed, runId: "run-124", taskId: "bd-1" }, ws);
    const summary = "The duration was not measured; a neutral one stands for it.";
    expect((await recorded(ws)).map(({ data }) => data)).toMatchObject([
      { durationMs: 60_000, errorCount: 1, retryCount: 0, summary },
      { durationMs: 60_000, errorCount: 2, retryCount: 0, summary },
    ]);
  });

  it("recordRunOutcome takes what was measured as it is", async () => {
    const ws = await openInTemp();
    await recordRunOutcome(
      { ...failed, durationMs: 7, errorCount: 2, retryCount: 3, at: 1_767_225_600_000 },
      ws,
    );
    const [event] = await recorded(ws);
    expect(event).toMatchObject({ at: "2026-01-01T00:00:00.000Z" });
    expect(event?.data).toMatchObject({ durationMs: 7, errorCount: 2, retryCount: 3 });
    expect(event?.data.summary).toBeUndefined();
  });

  it("the third failure of a kind demands approval at once", async () => {
    const ws = await openInTemp();
    for (const n of [1, 2, 3]) await recordRunOutcome({ ...failed, runId: `run-${n}` }, ws);
    expect((await ws.policy({ adapter: "github" })).effective).toMatchObject({
      requireApproval: { value: true, setBy: "learned" },
      riskMultiplier: { value: 1.4 },
      maxRetries: { value: 1 },
      maxAttempts: 2,
    });
  });

  it("recordRunOutcome opens the given project, and closes it", async () => {
    const ws = await openInTemp();
    const where = { root: ws.folder, env: { HOME: ws.folder } };
    await recordRunOutcome({ runId: "run-1", success: true, durationMs: 1 }, where);
    expect((await ws.status()).outcomes.success).toBe(1);
  });

  it.each([
    ["no run", { runId: undefined }, "runId", 0],
    ["an empty run", { runId: "" }, "runId", 0],
    ["two results", { success: true }, "success", 0],
    ["no result", { result: undefined }, "result", 1],
    ["an unknown result", { result: "done" }, "result", 1],
    ["a NaN as quality", { postExecutionScore: Number.NaN }, "quality", 1],
    ["an infinite duration", { durationMs: Number.POSITIVE_INFINITY }, "durationMs", 1],
    ["an unknown risk", { riskLevel: "huge" }, "riskLevel", 1],
    ["an invalid time", { at: "soon" }, "at", 0],
  ])("recordRunOutcome refuses %s by name and records nothing", async (_what, wrong, field, rejected) => {
    const ws = await openInTemp();
    const input = { ...failed, ...wrong } as RunToRecord;
    await expect(recordRunOutcome(input, ws)).rejects.toMatchObject({ code: "invalid_input", field });
    expect(await ws.status()).toMatchObject({ log: { events: 0 }, rejected });
  });
});
