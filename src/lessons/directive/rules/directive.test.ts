import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { standingOf, type TrackRecord } from "./directive.js";

const none: TrackRecord = { applied: 0, ignored: 0, violated: 0, stale: false };

describe("the standing of a directive", () => {
  it("the standing rises with the priority", () => {
    const all = (["low", "medium", "high", "critical"] as const).map((priority) =>
      standingOf(priority, none),
    );
    expect(all).toEqual([0, 0.05, 0.1, 0.2]);
  });

  it("the standing falls when a cited file changed or the directive is ignored, and rises when it is applied or violated", () => {
    const of = (changes: Partial<TrackRecord>) => standingOf("medium", { ...none, ...changes });
    expect(of({ stale: true })).toBeCloseTo(0.05 - 0.2);
    expect(of({ ignored: 5 })).toBeLessThan(of({}));
    expect(of({ applied: 5 })).toBeGreaterThan(of({}));
    expect(of({ violated: 5 })).toBeGreaterThan(of({}));
  });

  it("the standing stays between -0.3 and 0.3, whatever the history", () => {
    const count = fc.nat({ max: 1_000_000 });
    const record = fc.record({ applied: count, ignored: count, violated: count, stale: fc.boolean() });
    fc.assert(
      fc.property(record, fc.constantFrom("low" as const, "critical" as const), (history, priority) => {
        expect(Math.abs(standingOf(priority, history))).toBeLessThanOrEqual(0.3);
      }),
    );
  });
});
