import { describe, expect, it } from "vitest";
import { movingClock } from "../../tests/support/ledger.js";
import { collect, openInTemp, outcome } from "../../tests/support/whetstone.js";

const minuteMs = 60_000;

async function start() {
  const clock = movingClock();
  const ws = await openInTemp({ clock: clock.read });
  return { clock, ws };
}

describe("complete", () => {
  it("complete measures the duration from the newest plan of the task", async () => {
    const { clock, ws } = await start();
    await ws.plan({ task: "Add OAuth", taskId: "bd-1" });
    clock.advance(40 * minuteMs);
    await ws.plan({ task: "Add OAuth again", taskId: "bd-1" });
    await ws.plan({ task: "Something else", taskId: "bd-2" });
    clock.advance(12 * minuteMs);
    expect(await ws.complete({ taskId: "bd-1", success: true })).toMatchObject({
      durationMs: 12 * minuteMs,
      errorCount: 0,
      retryCount: 0,
      score: {
        value: 0.92,
        reasoning: "succeeded, medium pace (12 min), no errors, no retries: raw score 0.92 is helpful",
      },
    });
  });

  it("complete does not count errors of an earlier plan against the newest one", async () => {
    const { ws } = await start();
    await ws.plan({ task: "Add OAuth", taskId: "bd-1", strategy: "Split by file type" });
    for (const message of ["one", "two", "three", "four"])
      await ws.errors.record({ taskId: "bd-1", errorType: "tool_failure", message });
    expect(await ws.complete({ taskId: "bd-1", success: false })).toMatchObject({ errorCount: 4 });
    await ws.plan({ task: "Add OAuth", taskId: "bd-1", strategy: "Split by feature" });
    const clean = await ws.complete({ taskId: "bd-1", success: true });
    expect(clean).toMatchObject({ errorCount: 0, score: { value: 1 } });
    expect(await ws.errors.stats({ taskId: "bd-1" })).toMatchObject({ total: 4 });
  });

  it.each(["   ", ".", "— …"])("complete, record and plan refuse the strategy '%s'", async (strategy) => {
    const { ws } = await start();
    const refused = { code: "invalid_input", field: "strategy" };
    await expect(
      ws.complete({ taskId: "bd-1", success: true, durationMs: 1, strategy }),
    ).rejects.toMatchObject(refused);
    await expect(ws.record(outcome({ strategy }))).rejects.toMatchObject(refused);
    await expect(ws.plan({ task: "Add OAuth", strategy })).rejects.toMatchObject(refused);
  });

  it.each([
    ["from a start that is given", { startedAt: "2026-02-28T23:15:00.000Z" }, 45 * minuteMs],
    ["as given, before any start", { startedAt: "2026-02-28T23:15:00.000Z", durationMs: 7 }, 7],
    [
      "as nothing, for a start that lies ahead by the skew of clocks",
      { startedAt: "2026-03-01T00:04:00.000Z" },
      0,
    ],
  ])("complete takes the duration %s", async (_what, given, durationMs) => {
    const { ws } = await start();
    expect(await ws.complete({ taskId: "bd-1", success: true, ...given })).toMatchObject({ durationMs });
  });

  it.each([
    ["an unknown start", { taskId: "bd-1", success: true }, "startedAt"],
    [
      "a start in the future",
      { taskId: "bd-1", success: true, startedAt: "2026-03-01T00:05:00.001Z" },
      "startedAt",
    ],
    ["a success that is a text", { taskId: "bd-1", success: "true", durationMs: 1 }, "success"],
    ["a duration that is no number", { taskId: "bd-1", success: true, durationMs: Number.NaN }, "durationMs"],
    ["no task", { success: true, durationMs: 1 }, "taskId"],
  ])("complete refuses %s, writes no event and keeps one rejection", async (_what, input, field) => {
    const { ws } = await start();
    await ws.plan({ task: "A plan of another task starts nothing", taskId: "bd-2" });
    await expect(ws.complete(input as never)).rejects.toMatchObject({ code: "invalid_input", field });
    expect(await ws.status()).toMatchObject({ log: { events: 1 }, rejected: 1, outcomes: { success: 0 } });
  });

  it("complete explains how to give a start", async () => {
    const { ws } = await start();
    await expect(ws.complete({ taskId: "bd-1", success: true })).rejects.toMatchObject({
      message: "complete: 'startedAt': it is not known when work on 'bd-1' began. Nothing was recorded.",
      next: "plan the task with its id before the work, or give startedAt or durationMs",
    });
  });

  it("complete counts errors from the error log, resolved ones too, and those of no other task", async () => {
    const { ws } = await start();
    await ws.plan({ task: "Add OAuth", taskId: "bd-1" });
    const { error } = await ws.errors.record({ taskId: "bd-1", message: "Type error in src/auth.ts" });
    for (const task of ["bd-1", "bd-1", "bd-2"])
      await ws.errors.record({ taskId: task, message: "request timed out" });
    await ws.errors.resolve({ error });
    expect(await ws.complete({ taskId: "bd-1", success: true })).toMatchObject({
      errorCount: 3,
      score: { value: 0.84, reasoning: expect.stringContaining("3 errors") },
    });
  });

  it("complete counts retries from the attempts since the plan, however they were recorded", async () => {
    const { ws } = await start();
    await ws.plan({ task: "Add OAuth", taskId: "bd-1" });
    await ws.record(outcome({ result: "partial", taskId: "bd-1" }));
    await ws.record(outcome({ result: "failure", taskId: "bd-2" }));
    expect(await ws.complete({ taskId: "bd-1", success: false })).toMatchObject({ retryCount: 1 });
    expect(await ws.complete({ taskId: "bd-1", success: true })).toMatchObject({ retryCount: 2 });
    expect(await ws.complete({ taskId: "bd-1", success: true, retryCount: 7 })).toMatchObject({
      retryCount: 7,
    });
    await ws.plan({ task: "Add OAuth", taskId: "bd-1" });
    expect(await ws.complete({ taskId: "bd-1", success: true })).toMatchObject({ retryCount: 0 });
  });

  it("complete teaches strategies, adapters and criteria by success and by failure", async () => {
    const { ws } = await start();
    const facts = { adaptersUsed: ["github"], criteria: ["type_safe"], durationMs: 1_000 };
    for (const n of [1, 2, 3]) {
      await ws.plan({ task: "Split by feature: OAuth", taskId: `bd-${n}` });
      const failed = await ws.complete({ taskId: `bd-${n}`, success: false, ...facts, failureType: "auth" });
      expect(failed).toMatchObject({
        memory_stored: 2,
        antiPatterns: n < 3 ? [] : [expect.stringMatching(/^anti-/)],
      });
    }
    await ws.complete({ taskId: "bd-4", success: true, ...facts });
    const report = await ws.report();
    expect(report).toMatchObject({
      outcomes: { success: 1, failure: 3 },
      antiPatterns: [{ text: "Split by feature", failures: 3 }],
      failurePatterns: [{ id: "github::auth", occurrences: 3 }],
      criteria: [{ criterion: "type_safe" }],
    });
    expect((await ws.plan({ task: "Next" })).prompt).toContain("AVOID: Split by feature. Failed 3/3 times");
  });

  it("complete credits what the caller names, else the plan, else the summary", async () => {
    const { ws } = await start();
    const planned = async (task: string, words: string) => ws.plan({ task: words, taskId: task });
    const texts = async (answer: { strategies: readonly string[]; memory_stored: number }) => {
      const { lessons } = await ws.lessons.list();
      // The task itself is remembered too.
      expect(answer.memory_stored).toBe(answer.strategies.length + 1);
      return answer.strategies.map((id) => lessons.find((lesson) => lesson.id === id)?.text);
    };
    const summary = "Done one file per subtask";
    await planned("bd-1", "Split by feature, tests alongside implementation");
    const named = await ws.complete({
      taskId: "bd-1",
      success: true,
      summary,
      strategy: "split by component",
    });
    expect(await texts(named)).toEqual(["Split by component"]);
    const byPlan = await ws.complete({ taskId: "bd-1", success: true, summary });
    expect((await texts(byPlan)).toSorted()).toEqual(["Split by feature", "Tests alongside implementation"]);
    await planned("bd-2", "Add OAuth");
    expect(await texts(await ws.complete({ taskId: "bd-2", success: true, summary }))).toEqual([
      "One file per subtask",
    ]);
    expect(await ws.complete({ taskId: "bd-2", success: true, summary: "Done" })).toMatchObject({
      memory_stored: 1,
    });
    expect(
      (await ws.complete({ taskId: "bd-2", success: true, summary: "We did NOT split by feature" }))
        .strategies,
    ).toEqual([]);
  });

  it("complete with the same key writes once and gives the same answer, however late", async () => {
    const { clock, ws } = await start();
    for (let n = 0; n < 2; n += 1) await ws.record(outcome({ result: "failure", adaptersUsed: ["github"] }));
    await ws.plan({ task: "Split by feature", taskId: "bd-1" });
    clock.advance(5 * minuteMs);
    const call = { taskId: "bd-1", success: false, adaptersUsed: ["github"], key: "bd-1 done" };
    const first = await ws.complete(call);
    expect(first).toMatchObject({ replayed: false, durationMs: 5 * minuteMs, memory_stored: 2 });
    expect(first.policyChanges).toHaveLength(3);
    clock.advance(50 * minuteMs);
    await ws.errors.record({ taskId: "bd-1", message: "later" });
    expect(await ws.complete(call)).toEqual({ ...first, replayed: true });
    await expect(ws.complete({ ...call, success: true })).rejects.toMatchObject({ field: "key" });
    const outcomes = (await collect(ws.export())).filter((line) => line.includes('"outcome-recorded"'));
    expect(outcomes).toHaveLength(3);
  });

  it("two concurrent calls of complete with one key are one outcome", async () => {
    const { ws } = await start();
    const other = await openInTemp({ root: ws.folder });
    const call = { taskId: "bd-1", success: true, durationMs: 1_000, key: "bd-1 done" };
    const answers = await Promise.all([ws, other, ws, other].map((each) => each.complete(call)));
    expect(new Set(answers.map((answer) => answer.outcome)).size).toBe(1);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
  });

  it("complete leaves the errors of the first try in the next plan of the task", async () => {
    const { ws } = await start();
    const { error } = await ws.errors.record({ taskId: "bd-1", message: "Type error in src/auth.ts" });
    expect((await ws.plan({ task: "x", taskId: "bd-1" })).prompt).toContain(
      "- **Type error in src/auth.ts**",
    );
    expect((await ws.plan({ task: "x", taskId: "bd-2" })).prompt).not.toContain("Previous Errors");
    await ws.errors.resolve({ error });
    expect((await ws.plan({ task: "x", taskId: "bd-1" })).prompt).not.toContain("Previous Errors");
  });
});

describe("what once went wrong and must not again", () => {
  it("a plan's strategy and an outcome's strategy in the same words are one lesson", async () => {
    const { ws } = await start();
    await ws.plan({ task: "Add OAuth", taskId: "bd-1", strategy: "split by layer" });
    const { strategies: planned } = await ws.complete({ taskId: "bd-1", success: true });
    const { strategies: recorded } = await ws.record(outcome({ strategy: "split by layer" }));
    expect(planned).toEqual(recorded);
  });

  it("a repeated key answers before a start is asked for", async () => {
    const { clock, ws } = await start();
    const first = await ws.complete({ taskId: "bd-1", success: true, startedAt: clock.iso(), key: "k" });
    expect(await ws.complete({ taskId: "bd-1", success: true, key: "k" })).toEqual({
      ...first,
      replayed: true,
    });
  });

  it("a key that a feedback has is refused by name, and not answered as if it were an outcome", async () => {
    const { ws } = await start();
    await ws.feedback({ criterion: "type_safe", type: "helpful", value: 1, key: "k" });
    const refused = { code: "invalid_input", field: "key" };
    await expect(ws.record(outcome({ key: "k" }))).rejects.toMatchObject(refused);
    await expect(
      ws.complete({ taskId: "bd-1", success: true, durationMs: 1, key: "k" }),
    ).rejects.toMatchObject(refused);
  });
});
