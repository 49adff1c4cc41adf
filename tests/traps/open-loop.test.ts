import { describe, expect, it } from "vitest";
import { dayMs, insightWith, openInsights, output, patterns, verdictOn } from "../support/insights.js";
import { movingClock } from "../support/ledger.js";
import { collect, openInTemp, outcome } from "../support/whetstone.js";

const minuteMs = 60_000;
const good = outcome({ strategy: "Split by feature" });
const harmful = {
  ...good,
  result: "failure" as const,
  durationMs: 60 * minuteMs,
  errorCount: 3,
  retryCount: 2,
};

describe("the loop is not open", () => {
  it("trap 1: insights were stored and never shown; here a number says how many of the newest runs were shown one", async () => {
    const { ws } = await openInsights();
    const check = async () => (await ws.doctor()).checks.find(({ name }) => name === "insights");
    const reach = async () => {
      const { shown, captured } = await ws.status();
      return [captured.withInsights, shown.withLessons, shown.runs];
    };
    await ws.deliberate({ role: "judge", run: "r-1", text: "Nothing to say." });
    expect(await reach()).toEqual([0, 0, 1]);
    expect(await check()).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("nothing was captured"),
    });
    await ws.deliberate({ role: "judge", run: "r-2", text: patterns("Retries overload the queue server") });
    expect(await reach()).toEqual([1, 0, 2]);
    expect(await check()).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("nothing was shown"),
    });
    await ws.brief({ role: "auditor", run: "r-3" });
    expect(await check()).toMatchObject({ state: "warning" });
    await ws.brief({ role: "judge", run: "r-4" });
    expect(await reach()).toEqual([1, 1, 4]);
    expect(await check()).toMatchObject({
      state: "ok",
      detail: expect.stringContaining("1 were shown a lesson"),
    });
  });

  it("trap 1: a role that says nothing new does not count as an open loop; what it repeats counts as captured", async () => {
    const { ws } = await openInsights();
    for (let n = 0; n < 25; n += 1) {
      await ws.brief({ role: "judge", run: `r-${n}` });
      await ws.deliberate({
        role: "judge",
        run: `r-${n}`,
        text: patterns("Retries overload the queue server"),
      });
    }
    expect((await ws.doctor()).checks.find(({ name }) => name === "insights")).toMatchObject({ state: "ok" });
    const { captured } = await ws.status();
    expect(captured.withInsights).toBe(captured.runs);
  });

  it("trap 2: `memory_queried: true` was a literal; here every status field is a count of what happened", async () => {
    const ws = await openInTemp();
    const seen: unknown[] = [];
    for (const strategy of ["Split by feature", "Split by component", "Split by layer"]) {
      const { memory_queried, patterns_found, shown } = await ws.plan({ task: "x", run: strategy });
      expect(patterns_found).toBe(shown.length);
      seen.push([memory_queried, patterns_found]);
      await ws.record({ ...good, strategy });
    }
    const { lessons } = await ws.lessons.list();
    await ws.lessons.retire({ lessons: [lessons[0]?.id ?? ""], reason: "x" });
    const { memory_queried, patterns_found } = await ws.plan({ task: "x", run: "last" });
    expect([...seen, [memory_queried, patterns_found]]).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 2],
    ]);
    const exposed = (await collect(ws.export())).filter((line) => line.includes('"lesson-exposed"'));
    expect((await ws.status()).shown).toMatchObject({ exposures: exposed.length, withLessons: 3 });
    const stored = async (facts: object) =>
      (await ws.complete({ taskId: "bd-1", success: true, durationMs: 1, ...facts })).memory_stored;
    expect([await stored({}), await stored({ strategy: "Split by feature" })]).toEqual([1, 2]);
  });

  it("trap 3: `complete` recorded 0/0/0 and a fresh id for each pattern; here it measures, and patterns mature", async () => {
    const clock = movingClock();
    const ws = await openInTemp({ clock: clock.read });
    await ws.plan({ task: "Split by feature: OAuth", taskId: "bd-0" });
    clock.advance(31 * minuteMs);
    for (let n = 0; n < 3; n += 1) await ws.errors.record({ taskId: "bd-0", message: "boom" });
    await ws.record(outcome({ result: "partial", taskId: "bd-0", strategy: "Something else entirely" }));
    expect(await ws.complete({ taskId: "bd-0", success: true })).toMatchObject({
      durationMs: 31 * minuteMs,
      errorCount: 3,
      retryCount: 1,
      score: { value: 0.62, feedback: "neutral" },
    });
    const wordings = [
      "OAuth, split by feature",
      "We split the work by feature",
      "SPLIT BY FEATURE.",
      "split by feature!",
    ];
    const ids = new Set<string>();
    for (const [index, task] of wordings.entries()) {
      await ws.plan({ task, taskId: `bd-${index + 1}` });
      const { strategies } = await ws.complete({ taskId: `bd-${index + 1}`, success: true });
      for (const id of strategies) ids.add(id);
    }
    expect(ids.size).toBe(1);
    expect((await ws.lessons.list()).lessons.find(({ id }) => ids.has(id))).toMatchObject({
      state: "established",
      successes: 5,
      failures: 0,
    });
  });

  it("trap 4: failures returned early and taught nothing; here a failed task is an event like any other", async () => {
    const teach = async (success: boolean) => {
      const ws = await openInTemp();
      const facts = {
        strategy: "Split by feature",
        criteria: ["typed"],
        adaptersUsed: ["github"],
        durationMs: 1,
      };
      await ws.complete({ taskId: "bd-1", success, ...facts });
      const { outcomes, criteria } = await ws.report();
      const { lessons } = await ws.lessons.list();
      const { runs } = await ws.policy({ adapter: "github" });
      return {
        total: outcomes.total,
        criteria: criteria.length,
        runs,
        tried: lessons.map((l) => l.successes + l.failures),
      };
    };
    expect(await teach(false)).toEqual({ total: 1, criteria: 1, runs: 1, tried: [1] });
    expect(await teach(false)).toEqual(await teach(true));
  });

  it("trap 5: learned overlays gated nothing; here what was learned changes the decision, and by a rule", async () => {
    const decide = async () => {
      const ws = await openInTemp();
      const before = (await ws.policy({ adapter: "github" })).effective;
      const failed = { ...harmful, adaptersUsed: ["github"], failureType: "auth" };
      for (let n = 0; n < 2; n += 1) await ws.record(failed);
      const { policyChanges } = await ws.record(failed);
      return { before, policyChanges, after: (await ws.policy({ adapter: "github" })).effective };
    };
    const { before, after, policyChanges } = await decide();
    expect(before).toMatchObject({
      requireApproval: { value: false },
      riskMultiplier: { value: 1 },
      maxAttempts: 3,
    });
    expect(after).toMatchObject({
      requireApproval: { value: true },
      riskMultiplier: { value: 1.4 },
      maxAttempts: 2,
    });
    expect(policyChanges).toHaveLength(3);
    expect(await decide()).toEqual({ before, after, policyChanges });
  });

  it("trap 6: every state is reachable through the verbs alone", async () => {
    const ws = await openInTemp();
    const use = async (strategy: string, successes: number, failures = 0) => {
      for (let n = 0; n < successes; n += 1) await ws.record({ ...good, strategy });
      for (let n = 0; n < failures; n += 1) await ws.record({ ...harmful, strategy });
    };
    await use("Split by feature", 1);
    await use("Split by component", 3);
    await use("Split by layer", 5);
    await use("One file per subtask", 4, 2);
    await use("Split by file type", 0, 3);
    const { lessons } = await ws.lessons.list();
    expect(Object.fromEntries(lessons.map(({ text, kind, state }) => [text, `${kind} ${state}`]))).toEqual({
      "Split by feature": "strategy candidate",
      "Split by component": "strategy established",
      "Split by layer (UI/logic/data)": "strategy proven",
      "One file per subtask": "strategy deprecated",
      "Split by file type": "anti_pattern deprecated",
    });
    const [deprecated = ""] = lessons
      .filter(({ text }) => text === "One file per subtask")
      .map(({ id }) => id);
    expect(await ws.lessons.reset({ lesson: deprecated, reason: "x" })).toMatchObject({ state: "candidate" });
    expect(await ws.lessons.promote({ lesson: deprecated, reason: "x" })).toMatchObject({ state: "proven" });
    expect(await ws.lessons.retire({ lessons: [deprecated], reason: "x" })).toMatchObject({
      retired: [{ state: "deprecated" }],
    });
  });

  it("trap 6: every state of an insight is reachable through the verbs alone", async () => {
    const { clock, ws } = await openInsights();
    const text = "Retries overload the queue server";
    const see = (run: string, task: string) =>
      ws.deliberate({ role: "judge", run, taskId: task, labels: [task], text: patterns(text) });
    const state = async () => (await insightWith(ws, text)).state;
    const reached: unknown[] = [];
    await see("r-1", "bd-1");
    reached.push(await state());
    await see("r-2", "bd-1");
    reached.push(await state());
    await see("r-3", "bd-2");
    reached.push(await state());
    const { id: lesson } = await insightWith(ws, text);
    reached.push((await ws.lessons.promote({ lesson, reason: "it holds" })).state);
    await ws.brief({ role: "judge", run: "r-4" });
    clock.advance(180 * dayMs);
    reached.push(await state());
    const { deliberation } = await ws.deliberate({ role: "judge", run: "r-4", text: output });
    await ws.review({ output: verdictOn(deliberation) });
    reached.push(await state());
    reached.push((await ws.lessons.retire({ lessons: [lesson], reason: "out of date" })).retired[0]?.state);
    reached.push((await ws.lessons.reset({ lesson, reason: "the queue is back" })).state);
    expect(reached).toEqual([
      "observed",
      "candidate",
      "verified",
      "active",
      "deprecated",
      "candidate",
      "deprecated",
      "observed",
    ]);
  });
});
