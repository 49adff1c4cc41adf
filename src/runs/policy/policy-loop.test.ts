import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movingClock } from "../../../tests/support/ledger.js";
import { manyOf, openInTemp, outcome } from "../../../tests/support/whetstone.js";
import type { Input, OpenOptions, Result, Whetstone } from "../../index.js";
import { dayMs } from "../../log/events/time.js";
import { buildLearningReport } from "../../seeds/governance/learning-state.js";

const inMemory = { set: ["store.kind=memory"] };
const worked = outcome({ adaptersUsed: ["github"] });
const failed = outcome({ result: "failure", adaptersUsed: ["github"], failureType: "auth" });
const times = (count: number, value: Input<"record">) =>
  Array.from({ length: count }, (_, index) => ({ line: index + 1, value }));

/** The bare values in force. */
function inForce({ effective }: Result<"policy">) {
  const { riskMultiplier, maxRetries, requireApproval, maxAttempts } = effective;
  return [riskMultiplier.value, maxRetries.value, requireApproval.value, maxAttempts];
}

const base = [1, 2, false, 3];
const strict = [1.4, 1, true, 2];

describe("an adapter's failures", () => {
  it("an adapter's third failure tightens its policy at once, also for a process that has the store open", async () => {
    const ws = await openInTemp();
    const other = await openInTemp({ root: ws.folder });
    expect(await other.policy({ adapter: "github" })).toMatchObject({
      learned: null,
      human: null,
      reliability: null,
      runs: 0,
    });
    for (let n = 0; n < 2; n += 1) await ws.record({ ...failed, failureType: `kind ${n}` });
    expect(inForce(await other.policy({ adapter: "github" }))).toEqual(base);
    const { policyChanges } = await ws.record(failed);
    expect(policyChanges).toEqual([
      { adapter: "github", field: "riskMultiplier", from: 1, to: 1.4 },
      { adapter: "github", field: "maxRetries", from: 2, to: 1 },
      { adapter: "github", field: "requireApproval", from: false, to: true },
    ]);
    for (const open of [ws, other]) {
      const policy = await open.policy({ adapter: "GitHub" });
      expect(inForce(policy)).toEqual(strict);
      expect(policy).toMatchObject({ adapter: "github", reliability: 0.2, runs: 3 });
      expect(policy.effective.requireApproval).toEqual({
        value: true,
        setBy: "learned",
        why: "reliability 0.2 is below 0.7",
      });
    }
  });

  it("a record says which limits a person may want, and when no adapter can be blamed", async () => {
    const ws = await openInTemp(inMemory);
    const rolledBack = { ...failed, rollbackOccurred: true, key: "one" };
    const first = await ws.record(rolledBack);
    expect(first).toMatchObject({
      suggestions: ["Narrow what github may change: its work was rolled back."],
      warnings: [],
    });
    expect(await ws.record(rolledBack)).toEqual({ ...first, replayed: true });
    const unnamed = "the failure names no single adapter: it is counted as 'unattributed', and limits none;";
    for (const adaptersUsed of [[], ["github", "slack"]])
      expect(await ws.record({ ...failed, adaptersUsed })).toMatchObject({
        suggestions: [],
        warnings: [expect.stringContaining(unnamed)],
      });
    for (const quiet of [
      worked,
      outcome({ result: "failure" }),
      failed,
      { ...failed, cause: "policy" as const },
    ])
      expect((await ws.record(quiet)).warnings).toEqual([]);
  });

  it("an adapter's failures of one kind require approval from the third on, however good the score is", async () => {
    const ws = await openInTemp();
    await ws.recordMany(manyOf(times(20, worked)));
    await ws.recordMany(manyOf([...times(2, failed), ...times(2, { ...failed, failureType: "timeout" })]));
    expect(inForce(await ws.policy({ adapter: "github" }))).toEqual(base);
    const { policyChanges } = await ws.record(failed);
    expect(policyChanges).toEqual([{ adapter: "github", field: "requireApproval", from: false, to: true }]);
    // 20 of 25 without a retry: 0.8 · 0.8 + 0.2.
    expect(await ws.policy({ adapter: "github" })).toMatchObject({
      reliability: 0.84,
      learned: {
        requireApproval: true,
        riskMultiplier: 1,
        reason: "reliability is 0.84; auth failed 3 times",
      },
    });
  });

  it.each([
    [0.911, 8, 1, false, 2, 0.9],
    [0.9, 7, 1, false, 2, 1],
    [0.75, 11, 5, false, 2, 1],
    [0.733, 4, 2, true, 1, 1],
    [0.7, 5, 3, true, 1, 1],
    [0.68, 3, 2, true, 1, 1.4],
    [0.2, 0, 3, true, 1, 1.4],
  ])(
    "an adapter with a reliability of %d gets the policy of the table",
    async (score, good, bad, approval, retries, risk) => {
      const ws = await openInTemp();
      await ws.recordMany(manyOf(times(good, worked)));
      for (let n = 0; n < bad; n += 1) await ws.record({ ...failed, failureType: `kind ${n}` });
      expect(await ws.policy({ adapter: "github" })).toMatchObject({
        reliability: score,
        learned: { requireApproval: approval, maxRetries: retries, riskMultiplier: risk },
      });
    },
  );

  it("an adapter's failures, retries and quality make its score: 80 %, 1.5 retries and 0.8 give 0.74", async () => {
    const ws = await openInTemp();
    const measured = (input: Input<"record">) => ({ ...input, quality: 0.8 });
    await ws.recordMany(manyOf(times(4, measured({ ...worked, retryCount: 1 }))));
    await ws.recordMany(manyOf(times(4, measured({ ...worked, retryCount: 2 }))));
    await ws.recordMany(
      manyOf([1, 2].map((retryCount) => ({ line: 1, value: measured({ ...failed, retryCount }) }))),
    );
    expect(await ws.policy({ adapter: "github" })).toMatchObject({
      reliability: 0.74,
      learned: { requireApproval: true },
    });
  });

  it.each([0, 12, 30, 100])(
    "an expired token needs approval at its third failure after %i successes, on every surface",
    async (successes) => {
      const ws = await openInTemp();
      await ws.recordMany(manyOf(times(successes, worked)));
      const answers = async () => {
        const checked = await ws.checkTool({ tool: "mcp__github__x", adapter: "github" });
        const { overlays } = await buildLearningReport(ws);
        return [
          checked.decision === "ask",
          inForce(await ws.policy({ adapter: "github" }))[2],
          (await ws.adapters()).adapters.find(({ adapter }) => adapter === "github")?.effective
            .requireApproval.value,
          overlays.find(({ adapterId }) => adapterId === "github")?.requireApproval ?? false,
          (await ws.report()).overlays.some(({ adapterId }) => adapterId === "github"),
        ];
      };
      for (const n of [1, 2, 3]) {
        await ws.record(failed);
        expect([n, ...(await answers())]).toEqual([n, ...Array(5).fill(n === 3)]);
      }
    },
  );

  it("with a least number of 1 the rule holds from the first outcome on", async () => {
    const ws = await openInTemp({ set: ["policy.minOutcomes=1"] });
    await ws.record(failed);
    expect(inForce(await ws.policy({ adapter: "github" }))).toEqual(strict);
  });

  it("a failure of an unknown kind is no pattern of its adapter, and the answer says so", async () => {
    const ws = await openInTemp();
    await ws.recordMany(manyOf(times(20, worked)));
    const unknown = outcome({ result: "failure", adaptersUsed: ["github"] });
    for (let n = 0; n < 3; n += 1)
      expect((await ws.record(unknown)).warnings).toEqual([
        "the failure does not say how its adapter failed: it is counted as 'unattributed'; give failureType or failureDetails",
      ]);
    expect((await ws.report()).failurePatterns).toMatchObject([
      { id: "unattributed::unknown", occurrences: 3 },
    ]);
    expect(inForce(await ws.policy({ adapter: "github" }))).toEqual(base);
  });

  it("an adapter's failures are blamed on the adapter that failed, not on the first", async () => {
    const ws = await openInTemp();
    const both = { ...failed, adaptersUsed: ["npm", "github"], failedAdapter: "github" };
    for (let n = 0; n < 3; n += 1) await ws.record(both);
    expect(await ws.policy({ adapter: "npm" })).toMatchObject({ learned: null, runs: 0 });
    expect(inForce(await ws.policy({ adapter: "github" }))).toEqual(strict);
    expect((await ws.report()).failurePatterns).toMatchObject([
      { id: "github::auth", occurrences: 3, confidence: 0.65 },
    ]);
  });

  it("an adapter's failure without a culprit counts against all adapters used, and is a pattern of none", async () => {
    const ws = await openInTemp();
    await ws.record({ ...failed, adaptersUsed: ["npm", "github"] });
    expect((await ws.report()).failurePatterns).toMatchObject([{ id: "unattributed::auth", occurrences: 1 }]);
    for (const name of ["npm", "github"]) expect((await ws.policy({ adapter: name })).reliability).toBe(0.2);
    expect(inForce(await ws.policy({ adapter: "unattributed" }))).toEqual(base);
  });
});

const anyOutcome: fc.Arbitrary<Input<"record">> = fc
  .record({
    result: fc.constantFrom("success" as const, "success" as const, "partial" as const, "failure" as const),
    retryCount: fc.nat(4),
    adaptersUsed: fc.uniqueArray(fc.constantFrom("github", "npm"), { minLength: 1 }),
    failureType: fc.constantFrom("auth", "timeout"),
    quality: fc.constantFrom(0, 0.5, 1),
    strategy: fc.constantFrom("Split by feature", "Split by component"),
    criteria: fc.uniqueArray(fc.constant("type_safe")),
    skillsUsed: fc.uniqueArray(fc.constant("release")),
    rollbackOccurred: fc.boolean(),
  })
  .map(outcome);

describe("a learned policy", () => {
  it("a learned policy never loosens by itself", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOutcome, { minLength: 2, maxLength: 20 }), async (outcomes) => {
        const ws = await openInTemp(inMemory);
        let before = await ws.policy({ adapter: "github" });
        for (const each of outcomes) {
          await ws.record(each);
          const after = await ws.policy({ adapter: "github" });
          const [old, fresh] = [before.learned, after.learned];
          if (old !== null) {
            expect(fresh?.riskMultiplier).toBeGreaterThanOrEqual(old.riskMultiplier);
            expect(fresh?.maxRetries).toBeLessThanOrEqual(old.maxRetries);
            expect(Number(fresh?.requireApproval)).toBeGreaterThanOrEqual(Number(old.requireApproval));
          }
          before = after;
        }
      }),
      { numRuns: 60 },
    );
  });

  it("a learned policy is the same after everything is folded again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOutcome, { minLength: 1, maxLength: 15 }), async (outcomes) => {
        const ws = await openInTemp(inMemory);
        for (const each of outcomes) await ws.record(each);
        await ws.relax({ adapter: "github", actor: "maintainer", reason: "x" }).catch(() => undefined);
        await ws.record(failed);
        const before = await ws.policy({ adapter: "github" });
        await ws.rebuild();
        expect(await ws.policy({ adapter: "github" })).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });

  it("a learned policy is stale after 30 days without evidence, and is reported as stale", async () => {
    const clock = movingClock();
    const ws = await openInTemp({ clock: clock.read });
    await ws.recordMany(manyOf(times(3, failed)));
    clock.advance(30 * dayMs);
    expect((await ws.policy({ adapter: "github" })).learned?.stale).toBe(false);
    clock.advance(1);
    expect((await ws.policy({ adapter: "github" })).learned?.stale).toBe(true);
    expect((await ws.report()).overlays).toMatchObject([{ adapterId: "github", stale: true }]);
    await ws.record({ ...failed, cause: "policy" });
    expect((await ws.policy({ adapter: "github" })).learned?.stale).toBe(true);
    await ws.record(worked);
    expect((await ws.policy({ adapter: "github" })).learned?.stale).toBe(false);
    expect(inForce(await ws.policy({ adapter: "github" }))).toEqual(strict);
  });
});

describe("a run that a gate stopped", () => {
  /** Everything that learning says, without the counts of outcomes. */
  async function learned(ws: Whetstone) {
    const {
      generatedAt: _at,
      since,
      outcomes: _sums,
      recentFailures: _newest,
      loop: _loop,
      ...rest
    } = await ws.report();
    const metrics = (await ws.metrics()).text
      .split("\n")
      .filter((line) => !/^whetstone_(outcomes|events)_total/.test(line));
    return {
      ...rest,
      changes: since.changes,
      metrics,
      lessons: await ws.lessons.list(),
      policies: await Promise.all(["github", "npm"].map((name) => ws.policy({ adapter: name }))),
    };
  }

  it("a run that a gate stopped changes nothing that was learned", async () => {
    const stopped = fc.record({
      input: anyOutcome,
      result: fc.constantFrom("partial" as const, "failure" as const),
      cause: fc.constantFrom("policy" as const, "approval" as const),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyOutcome, { maxLength: 6 }),
        fc.array(stopped, { minLength: 1, maxLength: 6 }),
        async (history, stops) => {
          const ws = await openInTemp(inMemory);
          for (const each of history) await ws.record(each);
          const before = await learned(ws);
          for (const { input, result, cause } of stops) {
            const { score: _score, ...said } = await ws.record({ ...input, result, cause });
            expect(said).toMatchObject({
              strategies: [],
              antiPatterns: [],
              deprecated: [],
              policyChanges: [],
            });
          }
          expect(await learned(ws)).toEqual(before);
          expect((await ws.report()).outcomes.total).toBe(history.length + stops.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("a streak of successes", () => {
  it("a streak of successes suggests a review once, and again only after a failure in between", async () => {
    const ws = await openInTemp();
    for (let n = 0; n < 3; n += 1) await ws.record(failed);
    const suggested = async (input: Input<"record">) => (await ws.record(input)).relaxationsSuggested;
    // Seven of ten: 0.8 · 0.7 + 0.2 = 0.76 is the first score of at least 0.75.
    for (let n = 1; n < 7; n += 1) expect(await suggested(worked)).toEqual([]);
    expect(await suggested(worked)).toEqual(["github"]);
    expect(await suggested(worked)).toEqual([]);
    expect((await ws.policy({ adapter: "github" })).relaxationSuggested).toBe(true);
    expect((await ws.report()).suggestions[0]).toBe("github has earned a review: whetstone relax github");
    expect(inForce(await ws.policy({ adapter: "github" }))).toEqual(strict);

    await ws.record({ ...failed, failureType: "timeout" });
    expect((await ws.policy({ adapter: "github" })).relaxationSuggested).toBe(false);
    for (let n = 1; n < 5; n += 1) expect(await suggested(worked)).toEqual([]);
    expect(await suggested(worked)).toEqual(["github"]);
  });

  it("a streak of successes suggests nothing when a review would change nothing", async () => {
    const ws = await openInTemp();
    await ws.recordMany(manyOf(times(9, worked)));
    expect((await ws.policy({ adapter: "github" })).relaxationSuggested).toBe(false);
  });
});

describe("a person's review", () => {
  async function reviewed(options: OpenOptions = {}) {
    const ws = await openInTemp(options);
    await ws.recordMany(manyOf([...times(3, failed), ...times(30, worked)]));
    const preview = await ws.relax({ adapter: "github", dryRun: true });
    const { event, ...result } = await ws.relax({
      adapter: "GitHub",
      actor: "maintainer",
      reason: "new token",
    });
    return { ws, preview, event, result };
  }

  it("a person's review brings back the base policy, as previewed, with name and reason", async () => {
    const { ws, preview, event, result } = await reviewed();
    expect({ ...result, event: null }).toEqual({ ...preview, event: null });
    expect(result.changes).toEqual([
      { field: "riskMultiplier", from: 1.4, to: 1 },
      { field: "maxRetries", from: 1, to: 2 },
      { field: "requireApproval", from: true, to: false },
    ]);
    expect(inForce(await ws.policy({ adapter: "github" }))).toEqual(base);
    expect((await ws.policy({ adapter: "github" })).relaxationSuggested).toBe(false);
    expect((await ws.explain({ id: event ?? "" })).answer[0]).toContain(
      "policy-relaxed, was recorded by maintainer (human)",
    );
    expect((await ws.report()).since.changes[0]?.text).toMatch(
      /^Policy of github relaxed by maintainer: .*\(new token\)$/,
    );
  });

  it("a person's review clears earlier failures: only three new ones of a kind require approval again", async () => {
    const { ws } = await reviewed();
    await ws.recordMany(manyOf(times(20, worked)));
    await ws.record(failed);
    await ws.record(failed);
    expect(inForce(await ws.policy({ adapter: "github" }))).toEqual(base);
    expect((await ws.record(failed)).policyChanges).toEqual([
      { adapter: "github", field: "requireApproval", from: false, to: true },
    ]);
    expect((await ws.report()).failurePatterns).toMatchObject([{ id: "github::auth", occurrences: 6 }]);
  });

  it.each([
    ["a name that is not empty", { actor: "" }, "actor"],
    ["a reason", { reason: "" }, "reason"],
  ])("a person's review needs %s", async (_what, missing, field) => {
    const ws = await openInTemp();
    await ws.recordMany(manyOf(times(3, failed)));
    const input = { adapter: "github", actor: "maintainer", reason: "x", ...missing };
    await expect(ws.relax(input)).rejects.toMatchObject({ code: "invalid_input", field });
    expect(inForce(await ws.policy({ adapter: "github" }))).toEqual(strict);
    expect((await ws.status()).rejected).toBe(1);
  });

  it("a review of an unknown adapter is refused", async () => {
    const ws = await openInTemp();
    for (const call of [
      ws.relax({ adapter: "github", dryRun: true }),
      ws.relax({ adapter: "github", actor: "maintainer", reason: "x" }),
    ])
      await expect(call).rejects.toMatchObject({ code: "not_found", field: "adapter" });
    expect((await ws.status()).log.events).toBe(0);
  });
});

describe("a person's limit", () => {
  it("a person's limit wins over what was learned, and a review does not change it", async () => {
    const ws = await openInTemp();
    await ws.record(worked);
    const set = {
      adapter: "GitHub",
      actor: "maintainer",
      maxRetries: 0,
      riskMultiplier: 3,
      reason: "production",
    };
    expect(inForce(await ws.policy.set(set))).toEqual([3, 0, false, 1]);
    await ws.recordMany(manyOf(times(2, failed)));
    const policy = await ws.policy({ adapter: "github" });
    expect(inForce(policy)).toEqual([3, 0, true, 1]);
    expect(policy.effective.maxRetries).toEqual({ value: 0, setBy: "human", why: "maintainer: production" });
    expect(policy.effective.requireApproval.setBy).toBe("learned");
    await ws.relax({ adapter: "github", actor: "maintainer", reason: "x" });
    expect(inForce(await ws.policy({ adapter: "github" })).slice(0, 2)).toEqual([3, 0]);
  });

  it("a person's limit that is looser than base or learning loosens nothing", async () => {
    const ws = await openInTemp();
    await ws.recordMany(manyOf(times(3, failed)));
    const set = {
      adapter: "github",
      actor: "maintainer",
      maxRetries: 9,
      riskMultiplier: 0.1,
      requireApproval: false,
    };
    expect(inForce(await ws.policy.set({ ...set, reason: "x" }))).toEqual(strict);
    expect(inForce(await ws.policy.set({ ...set, adapter: "npm", reason: "x" }))).toEqual(base);
  });

  it.each([
    ["a name that is not empty", { actor: "" }, "actor"],
    ["a reason", { reason: "" }, "reason"],
    ["whole retries", { maxRetries: 0.5 }, "maxRetries"],
    ["a finite risk", { riskMultiplier: Number.NaN }, "riskMultiplier"],
  ])("a person's limit needs %s", async (_what, wrong, field) => {
    const ws = await openInTemp();
    const input = { adapter: "github", actor: "maintainer", reason: "x", ...wrong };
    await expect(ws.policy.set(input)).rejects.toMatchObject({ code: "invalid_input", field });
    expect(await ws.status()).toMatchObject({ log: { events: 0 }, rejected: 1 });
  });
});

describe("regressions of the policy", () => {
  it("a run that a gate let succeed late teaches nothing, like a run that it stopped", async () => {
    const ws = await openInTemp();
    for (const cause of ["policy", "approval"] as const) {
      expect(await ws.record({ ...worked, strategy: "Split by feature", cause })).toMatchObject({
        strategies: [],
      });
    }
    expect((await ws.lessons.list()).lessons).toEqual([]);
  });

  it("a wait for an approval does not count as a retry of the adapter", async () => {
    const ws = await openInTemp();
    await ws.plan({ task: "Deploy", taskId: "bd-1" });
    await ws.complete({ taskId: "bd-1", success: false, cause: "approval", adaptersUsed: ["github"] });
    await ws.complete({ taskId: "bd-1", success: true, adaptersUsed: ["github"] });
    expect((await ws.policy({ adapter: "github" })).reliability).toBe(1);
  });

  it("an adapter with a '/' in its name can be relaxed and limited like any other", async () => {
    const ws = await openInTemp();
    await ws.recordMany(manyOf(times(3, { ...failed, adaptersUsed: ["mcp/github"] })));
    expect(inForce(await ws.policy({ adapter: "mcp/github" }))).toEqual(strict);
    await ws.relax({ adapter: "mcp/github", actor: "maintainer", reason: "new token" });
    await ws.policy.set({ adapter: "mcp/github", actor: "maintainer", maxRetries: 0, reason: "production" });
  });
});
