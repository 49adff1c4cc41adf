import { describe, expect, it } from "vitest";
import { movingClock } from "../../../tests/support/ledger.js";
import { openInTemp, outcome } from "../../../tests/support/whetstone.js";

const failure = (strategy: string, task: string) =>
  outcome({
    result: "failure",
    errorCount: 3,
    strategy,
    taskId: task,
    failureDetails: "two subtasks changed one file",
  });

describe("the loop", () => {
  it("three failures put an AVOID line into the next plan, and only then", async () => {
    const ws = await openInTemp();
    for (const n of [1, 2]) {
      expect(await ws.record(failure("Split by file type", `bd-${n}`))).toMatchObject({ antiPatterns: [] });
      expect((await ws.plan({ task: "Add OAuth" })).prompt).not.toContain("AVOID");
    }
    const third = await ws.record(failure("split by  file type.", "bd-3"));
    expect(third.antiPatterns).toEqual([`anti-${third.strategies[0]}`]);
    const plan = await ws.plan({ task: "Add OAuth", strategy: "Split by file type" });
    expect(plan.prompt).toContain("## Anti-Patterns to Avoid");
    expect(plan.prompt).toContain("- AVOID: Split by file type. Failed 3/3 times (100% failure rate)");
    expect(plan.prompt).toContain(
      "## What Failed Before\n\n- 2026-03-01 on bd-3: two subtasks changed one file",
    );
    expect(plan).toMatchObject({ memory_queried: 1, patterns_found: 1, dropped: [] });
  });

  it("a strategy is inverted once, and the counts in the text follow later observations", async () => {
    const ws = await openInTemp();
    for (const n of [1, 2, 3]) await ws.record(failure("Split by layer", `bd-${n}`));
    expect(await ws.record(failure("Split by layer", "bd-4"))).toMatchObject({ antiPatterns: [] });
    await ws.record(outcome({ strategy: "Split by layer" }));
    expect((await ws.plan({ task: "x" })).prompt).toContain(
      "AVOID: Split by layer (UI/logic/data). Failed 4/5 times (80% failure rate)",
    );
    expect((await ws.status()).lessons).toEqual({
      strategies: 0,
      antiPatterns: 1,
      insights: 0,
      directives: 0,
      failures: 0,
      forgotten: 0,
    });
  });

  it("the loop counts a partial result as not successful", async () => {
    const ws = await openInTemp();
    for (const n of [1, 2, 3])
      await ws.record(outcome({ result: "partial", strategy: "Split by layer", taskId: `bd-${n}` }));
    expect((await ws.plan({ task: "x" })).prompt).toContain("AVOID: Split by layer");
  });

  it("a strategy is not blamed for a run that a gate stopped", async () => {
    const ws = await openInTemp();
    for (const cause of ["policy", "approval", "policy", "approval"] as const) {
      expect(await ws.record({ ...failure("Split by feature", "bd-1"), cause })).toMatchObject({
        strategies: [],
      });
    }
    expect((await ws.plan({ task: "x" })).prompt).toBe("## Task\n\nx\n");
    expect((await ws.status()).outcomes.failure).toBe(4);
  });

  it("the loop records each line that a plan showed, and counts the runs it reached", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ strategy: "Split by feature", run: "run-1" }));
    const plan = await ws.plan({ task: "Next", run: "run-2", taskId: "bd-9" });
    expect(plan.shown).toHaveLength(1);
    const [shown] = plan.shown;
    expect(await ws.explain({ id: shown?.exposure ?? "" })).toMatchObject({ kind: "exposure" });
    expect((await ws.status()).shown).toEqual({ runs: 2, withLessons: 1, exposures: 1 });
    const { lessons } = await ws.lessons.list();
    expect(lessons).toMatchObject([{ text: "Split by feature", exposures: 1 }]);
  });

  it("the report has the newest failures and the mean score", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ strategy: "Split by feature" }));
    await ws.record(
      outcome({ result: "failure", durationMs: 3_600_000, errorCount: 4, retryCount: 3, taskId: "bd-2" }),
    );
    expect(await ws.report()).toMatchObject({
      outcomes: { total: 2, success: 1, failure: 1, helpful: 1, harmful: 1, meanScore: 0.57 },
      recentFailures: [
        {
          taskId: "bd-2",
          reasoning: "did not succeed, slow (60 min), 4 errors, 3 retries: raw score 0.14 is harmful",
        },
      ],
      strategies: [{ text: "Split by feature", successes: 1 }],
      antiPatterns: [],
    });
  });
});

describe("record", () => {
  it("record with the same key writes once and gives the same answer, and refuses other content", async () => {
    const ws = await openInTemp();
    for (const n of [1, 2]) await ws.record(failure("Split by layer", `bd-${n}`));
    const first = await ws.record({ ...failure("Split by layer", "bd-3"), key: "run 3 / done" });
    const second = await ws.record({ ...failure("Split by layer", "bd-3"), key: "run 3 / done" });
    await expect(ws.record({ ...outcome(), key: "run 3 / done" })).rejects.toMatchObject({ field: "key" });
    expect(first).toMatchObject({
      replayed: false,
      antiPatterns: [expect.stringContaining("anti-strategy-")],
    });
    expect(second).toEqual({ ...first, replayed: true });
    expect((await ws.status()).outcomes).toEqual({ success: 0, partial: 0, failure: 3 });
  });

  it.each([
    ["an unknown result", { result: "succes" }, "result", /success/],
    ["a duration that is no number", { durationMs: "12" }, "durationMs", /number/],
    ["an infinite duration", { durationMs: Number.POSITIVE_INFINITY }, "durationMs", /number/],
    ["a NaN", { durationMs: Number.NaN }, "durationMs", /number/],
    ["a negative count", { errorCount: -1 }, "errorCount", />=\s*0/],
    ["a quality over 1", { quality: 1.2 }, "quality", /1/],
    ["a path as a task", { taskId: "../../etc/passwd" }, "taskId", /'\/'/],
    ["a run with a backslash", { run: "a\\b" }, "run", /'\\'/],
    ["a time that is no time", { at: "yesterday" }, "at", /ISO/i],
    ["a time ahead", { at: "2026-03-01T00:05:00.001Z" }, "at", /5 minutes ahead/],
    ["a misspelled field", { durationMS: 3 }, "durationMS", /Did you mean 'durationMs'/],
    ["an origin of one's own", { origin: "boss" }, "origin", /agent:<role>/],
    ["a nested fault", { filesTouched: ["ok", 7] }, "filesTouched.1", /text/],
    ["a text that is too long", { strategy: "x".repeat(281) }, "strategy", /280/],
  ])(
    "record refuses %s: names the field, writes no event, keeps one rejection",
    async (_what, wrong, field, reason) => {
      const ws = await openInTemp();
      const error = await ws.record({ ...outcome(), ...wrong } as never).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        name: "WhetstoneError",
        code: "invalid_input",
        field,
        message: expect.stringMatching(reason),
      });
      expect(await ws.status()).toMatchObject({ log: { events: 0 }, rejected: 1 });
    },
  );

  it.each([undefined, null, 7, "text", []])("record refuses %j as a whole", async (input) => {
    const ws = await openInTemp();
    await expect(ws.record(input as never)).rejects.toMatchObject({ code: "invalid_input" });
    expect((await ws.status()).rejected).toBe(1);
  });

  it("record requires what a score needs instead of assuming zero", async () => {
    const ws = await openInTemp();
    await expect(ws.record({ result: "success" } as never)).rejects.toMatchObject({ field: "durationMs" });
  });

  it("record accepts a time five minutes ahead and any time past", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ at: "2026-03-01T00:05:00.000Z" }));
    await ws.record(outcome({ at: "1999-12-31T23:59:59.999Z" }));
    expect((await ws.status()).log.events).toBe(2);
  });
});

describe("explain", () => {
  it("explain answers for an outcome, a strategy and an anti-pattern with numbers, rule and events", async () => {
    const ws = await openInTemp();
    const {
      outcome: id,
      strategies: [strategy],
    } = await ws.record(outcome({ strategy: "Split by feature", durationMs: 600_000 }));
    const forOutcome = await ws.explain({ id });
    expect(forOutcome).toMatchObject({
      kind: "outcome",
      numbers: { rawScore: 0.92, success: 1, duration: 0.6, errors: 1, retries: 1 },
    });
    expect(forOutcome.answer[0]).toBe(
      "The run succeeded, medium pace (10 min), no errors, no retries: raw score 0.92 is helpful.",
    );
    expect(forOutcome.events.map((event) => event.type)).toEqual(["outcome-recorded", "strategy-observed"]);

    const forStrategy = await ws.explain({ id: strategy ?? "" });
    expect(forStrategy.answer.join(" ")).toContain(
      "It is not an anti-pattern: the rule asks for at least 3 tries",
    );
    for (const n of [1, 2]) await ws.record(failure("Split by feature", `bd-${n}`));
    const inverted = await ws.explain({ id: strategy ?? "" });
    expect(inverted).toMatchObject({
      kind: "anti_pattern",
      id: `anti-${strategy}`,
      numbers: { successes: 1, failures: 2 },
    });
    expect(await ws.explain({ id: `anti-${strategy}` })).toEqual(inverted);
  });

  it("explain reports not_found and where to look", async () => {
    const ws = await openInTemp();
    await expect(ws.explain({ id: "strategy-nothing" })).rejects.toMatchObject({
      code: "not_found",
      next: expect.stringContaining("lessons list"),
    });
  });
});

describe("a moved clock", () => {
  it("the clock of the caller is the only clock", async () => {
    const clock = movingClock();
    const ws = await openInTemp({ clock: clock.read });
    await ws.record(outcome());
    clock.advance(86_400_000);
    const { at } = await ws.record(outcome());
    expect(at).toBe("2026-03-02T00:00:00.000Z");
    expect((await ws.report()).generatedAt).toBe("2026-03-02T00:00:00.000Z");
  });
});
