import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movingClock } from "../../../tests/support/ledger.js";
import { openInTemp, outcome } from "../../../tests/support/whetstone.js";
import {
  calculateDecayedCounts,
  calculateMaturityState,
  createPatternMaturity,
  deprecatePattern,
  promotePattern,
  resetPattern,
} from "../rules/maturity.js";
import { scoreImplicitFeedback } from "../rules/score-implicit-feedback.js";
import { maturityStorage } from "./maturity-storage.js";

const day = 86_400_000;

async function tried(successes: number, failures = 0) {
  const clock = movingClock();
  const ws = await openInTemp({
    clock: clock.read,
    set: ["store.kind=memory", "antiPatterns.minObservations=100"],
  });
  const trouble = { errorCount: 3, retryCount: 2 };
  const use = (result: "success" | "failure") =>
    ws.record(outcome({ strategy: "Split by feature", result, ...(result === "success" ? {} : trouble) }));
  for (let n = 0; n < successes; n += 1) await use("success");
  for (let n = 0; n < failures; n += 1) await use("failure");
  const [lesson] = (await ws.lessons.list()).lessons;
  return { ws, clock, use, id: lesson?.id ?? "", storage: maturityStorage(ws) };
}

describe("reading maturity", () => {
  it("get answers with state, counts and feedback of a strategy, by either of its ids", async () => {
    const { storage, id } = await tried(5);
    const proven = {
      pattern_id: id,
      state: "proven",
      helpful_count: 5,
      harmful_count: 0,
      last_validated: "2026-03-01T00:00:00.000Z",
    };
    expect(await storage.get(id)).toEqual(proven);
    expect(await storage.get(`anti-${id}`)).toEqual(proven);
    expect(await storage.getByState("proven")).toEqual([proven]);
    expect(await storage.getByState("candidate")).toEqual([]);
    expect(await storage.getFeedback(id)).toHaveLength(5);
    expect(await storage.get("strategy-unheard-of")).toBeNull();
    expect(await storage.getFeedback("strategy-unheard-of")).toEqual([]);
  });

  it("a forgotten strategy has no record", async () => {
    const { ws, storage, id } = await tried(3);
    await ws.lessons.forget({ lesson: id, reason: "names a customer" });
    expect(await storage.getAll()).toEqual([]);
  });
});

describe("storing maturity", () => {
  it("store promotes, deprecates and resets with the record's reason", async () => {
    const { ws, clock, storage, id } = await tried(1);
    const candidate = (await storage.get(id)) ?? createPatternMaturity(id);
    clock.advance(day);
    await storage.store(promotePattern(candidate, clock.now));
    expect(await storage.get(id)).toMatchObject({ state: "proven", promoted_at: clock.iso() });
    await storage.store(deprecatePattern(candidate, "Causes file conflicts in 80% of cases", clock.now));
    expect(await storage.get(id)).toMatchObject({
      state: "deprecated",
      deprecated_at: clock.iso(),
      reason: "Causes file conflicts in 80% of cases",
    });
    await expect(storage.store({ ...candidate, state: "proven" })).rejects.toThrow(/cannot be promoted/);
    clock.advance(day);
    await storage.store(resetPattern(candidate, clock.now));
    expect(await storage.get(id)).toMatchObject({
      state: "candidate",
      helpful_count: 0,
      reset_at: clock.iso(),
    });
    expect(await storage.getFeedback(id)).toEqual([]);
    expect((await ws.status()).log.events).toBe(5);
  });

  it("store writes nothing for a record that says what the evidence says", async () => {
    const { ws, clock, storage, id } = await tried(5);
    const { events } = (await ws.status()).log;
    for (const record of await storage.getAll()) await storage.store(record);
    expect((await ws.status()).log.events).toBe(events);
    await storage.store(resetPattern(createPatternMaturity(id), clock.now));
    const afterReset = await storage.get(id);
    for (const record of await storage.getAll()) await storage.store(record);
    expect(await storage.get(id)).toEqual(afterReset);
    expect((await ws.status()).log.events).toBe(events + 1);
  });

  it("store resets first when the record was reset and promoted since", async () => {
    const { clock, storage, id } = await tried(2, 2);
    expect((await storage.get(id))?.state).toBe("deprecated");
    clock.advance(day);
    await storage.store(promotePattern(resetPattern(createPatternMaturity(id), clock.now), clock.now));
    expect(await storage.get(id)).toMatchObject({ state: "proven", harmful_count: 0, reset_at: clock.iso() });
  });

  it("store refuses a state that neither evidence nor a decision brings about", async () => {
    const { ws, storage, id } = await tried(1);
    const { events } = (await ws.status()).log;
    await expect(storage.store({ ...createPatternMaturity(id), state: "established" })).rejects.toMatchObject(
      {
        code: "invalid_input",
        field: "state",
      },
    );
    await storage.store({ ...createPatternMaturity(id), state: "candidate" });
    for (const state of ["proven", "candidate"] as const)
      await expect(storage.store({ ...createPatternMaturity("pattern-123"), state })).rejects.toMatchObject({
        code: "not_found",
        message: "no outcome on record used 'pattern-123': nothing was stored",
      });
    expect((await ws.status()).log.events).toBe(events);
  });

  it("storeFeedback takes feedback that an outcome gave, and refuses any other", async () => {
    const { ws, storage, id } = await tried(1);
    const { events } = (await ws.status()).log;
    for (const known of await storage.getFeedback(id)) await storage.storeFeedback(known);
    const other = {
      pattern_id: id,
      type: "harmful",
      timestamp: "2026-03-01T00:00:00.000Z",
      weight: 1,
    } as const;
    await expect(storage.storeFeedback(other)).rejects.toMatchObject({
      code: "invalid_input",
      field: "feedback",
    });
    await expect(storage.storeFeedback({ ...other, timestamp: "" })).rejects.toMatchObject({
      field: "timestamp",
    });
    await expect(storage.storeFeedback({ ...other, type: "helpful", weight: 0.5 })).rejects.toThrow(
      "with weight 0.5",
    );
    expect((await ws.status()).log.events).toBe(events);
  });

  it("storeFeedback takes what the swarm's own loop scores from each outcome, and counts it once", async () => {
    const { ws, clock, storage, id } = await tried(0);
    const signals = {
      duration_ms: 120_000,
      error_count: 0,
      retry_count: 0,
      success: true,
      strategy: "file-based",
    };
    const strategy = "Split by file type";
    const { strategies } = await ws.record(outcome({ strategy, taskId: "bd-0", durationMs: 120_000 }));
    const [pattern_id = id] = strategies;
    for (let n = 1; n < 5; n += 1) {
      clock.advance(1_000);
      const timestamp = clock.iso();
      await ws.record(outcome({ strategy, taskId: `bd-${n}`, durationMs: 120_000, at: timestamp }));
      const { type } = scoreImplicitFeedback({ ...signals, bead_id: `bd-${n}`, timestamp });
      await storage.storeFeedback({ pattern_id, type, timestamp, weight: 1 });
    }
    const { decayedHelpful, decayedHarmful } = calculateDecayedCounts(await storage.getFeedback(pattern_id));
    expect([Math.round(decayedHelpful * 100), decayedHarmful]).toEqual([500, 0]);
    expect(await storage.get(pattern_id)).toMatchObject({ state: "proven", helpful_count: 5 });
  });

  it("an agent cannot make a strategy proven by saying so", async () => {
    const { ws, clock, storage, id } = await tried(1);
    for (let n = 0; n < 5; n += 1) {
      clock.advance(1_000);
      const claim = { pattern_id: id, type: "helpful", timestamp: clock.iso(), weight: 1 } as const;
      await expect(storage.storeFeedback(claim)).rejects.toMatchObject({
        next: expect.stringContaining("promote"),
      });
      await ws.feedback({ criterion: id, type: "helpful", value: 1, origin: "agent:coder" });
    }
    expect(await storage.get(id)).toMatchObject({ state: "candidate", helpful_count: 1 });
  });
});

describe("the feedback of a strategy", () => {
  const step = fc.record({
    result: fc.constantFrom("success" as const, "failure" as const),
    days: fc.nat(60),
  });

  it("the slow definition gives the state in force, as long as nothing has deprecated the strategy", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (history) => {
        const { clock, use, id, storage } = await tried(1);
        for (const { result, days } of history) {
          clock.advance(days * day);
          await use(result);
        }
        const maturity = await storage.get(id);
        const slow = calculateMaturityState(await storage.getFeedback(id), undefined, clock.now);
        if (maturity?.deprecated_at === undefined) expect(maturity?.state).toBe(slow);
        else expect(maturity.state).toBe("deprecated");
      }),
      { numRuns: 30 },
    );
  });
});
