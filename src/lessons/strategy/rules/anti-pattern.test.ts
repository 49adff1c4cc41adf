import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../base/config/settings.js";
import { antiPatternBlock, failureReason, isAntiPattern, staysInverted, warningOf } from "./anti-pattern.js";

const settings = defaults.antiPatterns;

describe("the anti-pattern rule", () => {
  it.each([
    [0, 0, false],
    [0, 2, false],
    [0, 3, true],
    [1, 2, true],
    [2, 2, false],
    [2, 3, true],
    [9, 1, false],
    [40, 60, true],
    [41, 59, false],
  ])("%i successes and %i failures make an anti-pattern: %s", (successes, failures, expected) => {
    expect(isAntiPattern({ successes, failures }, settings)).toBe(expected);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5])("a count of %d is refused", (count) => {
    expect(() => isAntiPattern({ successes: 0, failures: count }, settings)).toThrow("failures");
    expect(() => isAntiPattern({ successes: count, failures: 3 }, settings)).toThrow("successes");
  });

  it.each([
    ["Split by layer", "AVOID: Split by layer."],
    ["AVOID: Split by layer.", "AVOID: Split by layer."],
    ["never: Split by layer", "AVOID: Split by layer."],
    ["DO NOT:Split by v1.2", "AVOID: Split by v1.2."],
    ["Never mind the order", "AVOID: Never mind the order."],
  ])("the warning of '%s' has one warning word and one full stop", (text, expected) => {
    expect(warningOf(text, settings)).toBe(expected);
  });

  it("a warning begins with the prefix of the settings", () => {
    expect(warningOf("Split by layer", { prefix: "SHUN: " })).toBe("SHUN: Split by layer.");
  });

  it("a reason states the rate that its own counts have", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 500 }), (successes, failures) => {
        const total = successes + failures;
        expect(failureReason({ successes, failures })).toBe(
          `Failed ${failures}/${total} times (${Math.round((100 * failures) / total)}% failure rate)`,
        );
      }),
    );
    expect(failureReason({ successes: 0, failures: 0 })).toBe("Failed 0/0 times (0% failure rate)");
  });

  it("the block has the swarm's layout, and is empty without a warning", () => {
    expect(antiPatternBlock(["AVOID: Split by file type. Failed 12/15 times (80% failure rate)"])).toBe(
      [
        "## Anti-Patterns to Avoid",
        "",
        "Based on past failures, avoid these decomposition strategies:",
        "",
        "- AVOID: Split by file type. Failed 12/15 times (80% failure rate)",
      ].join("\n"),
    );
    expect(antiPatternBlock([])).toBe("");
  });
});

describe("a warning over many tries", () => {
  it("a warning holds from three fifths of failures until less than half of the tries have failed", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), (tries) => {
        let inverted = false;
        let oracle = false;
        for (let n = 1; n <= tries.length; n += 1) {
          const failures = tries.slice(0, n).filter((worked) => !worked).length;
          inverted = staysInverted(inverted, { successes: n - failures, failures }, defaults.antiPatterns);
          oracle = oracle ? 2 * failures >= n : n >= 3 && 5 * failures >= 3 * n;
          expect(inverted).toBe(oracle);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
