import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movingClock, startOfTest } from "../../../tests/support/ledger.js";
import { openInTemp, outcome } from "../../../tests/support/whetstone.js";
import { isoTime } from "../../log/events/time.js";
import { calculateCriterionWeight, type FeedbackEvent } from "../rules/criteria.js";
import { feedbackStorage } from "./feedback-storage.js";

const event: FeedbackEvent = {
  id: "fb-1",
  criterion: "type_safe",
  type: "helpful",
  timestamp: "2026-02-01T00:00:00.000Z",
  bead_id: "bd-1",
  raw_value: 0.85,
  context: "found two bugs",
};

describe("feedbackStorage", () => {
  it("getAll answers with what was stored, once for each id", async () => {
    const storage = feedbackStorage(await openInTemp());
    await storage.store(event);
    await storage.store(event);
    await storage.store({
      id: "fb-2",
      criterion: "small",
      type: "harmful",
      timestamp: event.timestamp,
      raw_value: 0,
    });
    expect(await storage.getByCriterion("type_safe")).toEqual([event]);
    expect(await storage.getByBead("bd-1")).toEqual([event]);
    expect((await storage.getAll()).map(({ id }) => id)).toEqual(["fb-1", "fb-2"]);
    expect(await storage.getByCriterion("unheard-of")).toEqual([]);
  });

  it("getAll reads what outcomes imply, and nothing from runs that a gate stopped", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ taskId: "bd-1", criteria: ["type_safe", "small", "small"] }));
    await ws.record(outcome({ result: "failure", criteria: ["type_safe"], cause: "policy" }));
    expect(await feedbackStorage(ws).getByBead("bd-1")).toMatchObject([
      { criterion: "type_safe", type: "helpful", raw_value: 1, bead_id: "bd-1" },
      { criterion: "small", type: "helpful", raw_value: 1, context: expect.stringContaining("fast (1 min)") },
    ]);
    expect(await feedbackStorage(ws).getAll()).toHaveLength(2);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -0.1, 1.1])(
    "store refuses %d as a value",
    async (raw_value) => {
      const storage = feedbackStorage(await openInTemp());
      await expect(storage.store({ ...event, raw_value })).rejects.toMatchObject({ field: "value" });
      expect(await storage.getAll()).toEqual([]);
    },
  );

  const judgement = fc.record({
    explicit: fc.boolean(),
    type: fc.constantFrom("helpful" as const, "neutral" as const, "harmful" as const),
    value: fc.integer({ min: 0, max: 20 }).map((n) => n / 20),
    result: fc.constantFrom("success" as const, "failure" as const),
    errorCount: fc.nat(4),
    daysAgo: fc.integer({ min: 0, max: 300 }),
  });

  it("the storage holds exactly what the weights in force are made from", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(judgement, { minLength: 1, maxLength: 12 }),
        fc.nat(400),
        async (history, days) => {
          const clock = movingClock();
          const ws = await openInTemp({
            clock: clock.read,
            set: ["store.kind=memory", "outcomes.fewErrorsMax=1"],
          });
          for (const { explicit, type, value, result, errorCount, daysAgo } of history) {
            const at = isoTime(startOfTest - daysAgo * 86_400_000);
            if (explicit) await ws.feedback({ criterion: "c", type, value, at });
            else await ws.record(outcome({ result, errorCount, criteria: ["c"], at }));
          }
          clock.advance(days * 86_400_000);
          const slow = calculateCriterionWeight(
            await feedbackStorage(ws).getByCriterion("c"),
            undefined,
            clock.now,
          );
          const [shown] = (await ws.report()).criteria;
          expect(slow.weight).toBeCloseTo(shown?.weight ?? Number.NaN, 3);
          expect(slow.effectiveWeight).toBeCloseTo(shown?.effectiveWeight ?? Number.NaN, 3);
          expect(slow.deprecated).toBe(shown?.deprecated);
        },
      ),
      { numRuns: 30 },
    );
  });
});
