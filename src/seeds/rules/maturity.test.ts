import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoTime } from "../../log/events/time.js";
import {
  calculateDecayedCounts,
  createPatternMaturity,
  deprecatePattern,
  type MaturityFeedback,
  promotePattern,
  resetPattern,
  updatePatternMaturity,
} from "./maturity.js";

const day = 86_400_000;
const start = Date.parse("2026-01-01T00:00:00.000Z");
const at = (days: number): string => isoTime(start + days * day);
const feedback = (type: MaturityFeedback["type"], count: number, days: number): MaturityFeedback[] =>
  Array.from({ length: count }, () => ({ pattern_id: "p", type, timestamp: at(days), weight: 1 }));

describe("the record of a strategy's maturity", () => {
  it("a Date as now counts as the same ISO text does", () => {
    const good = feedback("helpful", 5, 1);
    const now = new Date(start + 40 * day);
    const maturity = createPatternMaturity("p", new Date(start));
    expect(maturity).toEqual(createPatternMaturity("p", at(0)));
    expect(calculateDecayedCounts(good, {}, now)).toEqual(calculateDecayedCounts(good, {}, at(40)));
    expect(updatePatternMaturity(maturity, good, {}, now)).toEqual(
      updatePatternMaturity(maturity, good, {}, at(40)),
    );
    expect(promotePattern(maturity, now)).toEqual(promotePattern(maturity, at(40)));
  });

  it("a record goes through every state: proven, then too harmful, then reset", () => {
    let maturity = createPatternMaturity("p", at(0));
    expect(maturity).toEqual({
      pattern_id: "p",
      state: "candidate",
      helpful_count: 0,
      harmful_count: 0,
      last_validated: at(0),
    });
    const good = feedback("helpful", 5, 1);
    maturity = updatePatternMaturity(maturity, good.slice(0, 3), undefined, at(1));
    expect(maturity.state).toBe("established");
    maturity = updatePatternMaturity(maturity, good, undefined, at(1));
    expect(maturity).toMatchObject({
      state: "proven",
      helpful_count: 5,
      promoted_at: at(1),
      last_validated: at(1),
    });
    const all = [...good, ...feedback("harmful", 3, 2)];
    maturity = updatePatternMaturity(maturity, all, undefined, at(2));
    expect(maturity).toMatchObject({
      state: "deprecated",
      harmful_count: 3,
      deprecated_at: at(2),
      promoted_at: at(1),
    });
    maturity = resetPattern(maturity, at(3));
    expect(maturity).toEqual({ ...createPatternMaturity("p", at(3)), reset_at: at(3) });
    expect(updatePatternMaturity(maturity, all, undefined, at(4))).toMatchObject({
      state: "candidate",
      helpful_count: 0,
      harmful_count: 0,
    });
    const anew = [...all, ...feedback("helpful", 5, 5)];
    expect(updatePatternMaturity(maturity, anew, undefined, at(5))).toMatchObject({
      state: "proven",
      helpful_count: 5,
    });
  });

  it("a record that evidence deprecated stays so as it ages, and comes back by good evidence alone", () => {
    const bad = feedback("harmful", 3, 0);
    const deprecated = updatePatternMaturity(createPatternMaturity("p"), bad);
    expect(deprecated).toMatchObject({ state: "deprecated", deprecated_at: at(0) });
    fc.assert(
      fc.property(fc.nat(50), fc.nat(2_000), (more, days) => {
        const later = updatePatternMaturity(
          deprecated,
          [...bad, ...feedback("helpful", more, days)],
          undefined,
          at(days),
        );
        const old = 3 * 0.5 ** (days / 90);
        const out = more === 0 || old / (old + more) >= 0.2 - 1e-9;
        expect(later.helpful_count).toBe(more);
        expect(later.deprecated_at).toBe(out ? at(0) : undefined);
        expect(later.state === "deprecated").toBe(out);
      }),
    );
  });

  it("a record keeps the reason of a person, and promoting it says to reset it first", () => {
    const reason = "Causes file conflicts in 80% of cases";
    const deprecated = deprecatePattern(createPatternMaturity("p", at(0)), reason, at(1));
    expect(deprecated).toMatchObject({ state: "deprecated", reason, deprecated_at: at(1) });
    expect(updatePatternMaturity(deprecated, feedback("helpful", 9, 2))).toMatchObject({
      state: "deprecated",
      reason,
    });
    expect(() => promotePattern(deprecated)).toThrow(
      expect.objectContaining({ code: "invalid_input", next: expect.stringContaining("reset it first") }),
    );
    const reset = resetPattern(deprecated, at(2));
    expect(reset).not.toHaveProperty("reason");
    expect(promotePattern(reset, at(3))).toMatchObject({
      state: "proven",
      promoted_at: at(3),
      last_validated: at(3),
    });
  });

  it("a decision without a moment takes the newest one of the record, if there is one", () => {
    const known = createPatternMaturity("p", at(7));
    expect(promotePattern(known).promoted_at).toBe(at(7));
    expect(deprecatePattern(known, "slow").deprecated_at).toBe(at(7));
    expect(resetPattern(known).reset_at).toBe(at(7));
    const unknown = createPatternMaturity("p");
    expect(promotePattern(unknown)).toEqual({ ...unknown, state: "proven" });
    expect(resetPattern(deprecatePattern(unknown, "slow"))).toEqual(unknown);
  });

  it("no function changes a record in place", () => {
    const maturity = Object.freeze(createPatternMaturity("p", at(0)));
    const events = Object.freeze(feedback("helpful", 5, 1).map((event) => Object.freeze(event)));
    updatePatternMaturity(maturity, events);
    deprecatePattern(maturity, "slow", at(1));
    expect(maturity).toEqual(createPatternMaturity("p", at(0)));
  });

  it("another strategy's feedback and an invalid time are refused", () => {
    const other = feedback("helpful", 1, 0).map((event) => ({ ...event, pattern_id: "q" }));
    expect(() => updatePatternMaturity(createPatternMaturity("p"), other)).toThrow("pattern_id");
    expect(() => createPatternMaturity("p", "soon")).toThrow("now");
    expect(() => promotePattern(createPatternMaturity("p"), Number.NaN)).toThrow("now");
  });
});
