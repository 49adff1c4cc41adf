import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DecompositionPattern,
  formatAntiPatternsForPrompt,
  invertToAntiPattern,
  recordPatternObservation,
  shouldInvertPattern,
} from "./anti-patterns.js";
import { antiPatternConfig } from "./configs.js";

const pattern = (success_count = 0, failure_count = 0): DecompositionPattern => ({
  id: "pattern-123",
  content: "Split by file type",
  kind: "pattern",
  is_negative: false,
  success_count,
  failure_count,
});

describe("an observation of a pattern", () => {
  it("recordPatternObservation counts a use, and where it was", () => {
    expect(recordPatternObservation(pattern(), true, "bd-123.1")).toEqual({
      pattern: { ...pattern(1, 0), example_beads: ["bd-123.1"] },
    });
  });

  it("five failures of seven give the swarm's own inversion", () => {
    const { inversion } = recordPatternObservation({ ...pattern(2, 4) }, false, "bd-1", {
      minObservations: 7,
    });
    expect(inversion?.reason).toBe("Failed 5/7 times (71% failure rate)");
    expect(inversion?.original).toMatchObject(pattern(2, 5));
    expect(inversion?.inverted).toMatchObject({
      id: "anti-pattern-123",
      content: "AVOID: Split by file type. Failed 5/7 times (71% failure rate)",
      kind: "anti_pattern",
      is_negative: true,
      success_count: 2,
      failure_count: 5,
      reason: "Failed 5/7 times (71% failure rate)",
    });
  });

  it("a pattern is inverted when most of its uses failed, and again only after that was withdrawn", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (uses) => {
        let current = pattern();
        let inForce = false;
        uses.forEach((success, index) => {
          const observed = recordPatternObservation(current, success, `bd-${index}`);
          current = observed.pattern;
          const failed = uses.slice(0, index + 1).filter((each) => !each).length / (index + 1);
          const expected = inForce ? failed >= 0.5 : index >= 2 && failed >= 0.6;
          expect(observed.inversion !== undefined).toBe(!inForce && expected);
          expect(observed.withdrawn !== undefined).toBe(inForce && !expected);
          inForce = expected;
        });
        expect(current.success_count).toBe(uses.filter(Boolean).length);
        expect(current.failure_count).toBe(uses.filter((success) => !success).length);
        expect(current.example_beads?.length ?? 0).toBe(Math.min(10, uses.length));
      }),
    );
  });

  it("the counts in an anti-pattern's text stay true, and a person's reason stays as it is", () => {
    const anti = invertToAntiPattern(pattern(0, 3));
    const { pattern: later, inversion } = recordPatternObservation(anti, true, "bd-9");
    expect(later.content).toBe("AVOID: Split by file type. Failed 3/4 times (75% failure rate)");
    expect(later.reason).toBe("Failed 3/4 times (75% failure rate)");
    expect(inversion).toBeUndefined();
    const worded = invertToAntiPattern(pattern(0, 3), "Two agents wrote one file");
    expect(recordPatternObservation(worded, false, "bd-9").pattern.content).toBe(worded.content);
  });

  it("recordPatternObservation takes a tuned antiPatternConfig", () => {
    expect(antiPatternConfig).toEqual({
      minObservations: 3,
      failureRatioThreshold: 0.6,
      antiPatternPrefix: "AVOID: ",
    });
    const tuned = { ...antiPatternConfig, minObservations: 1, antiPatternPrefix: "DON'T: " };
    expect(recordPatternObservation(pattern(), false, "bd-1", tuned).inversion?.inverted.content).toBe(
      "DON'T: Split by file type. Failed 1/1 times (100% failure rate)",
    );
    expect(shouldInvertPattern(pattern(1, 3), { ...antiPatternConfig, failureRatioThreshold: 0.8 })).toBe(
      false,
    );
    expect(() => shouldInvertPattern(pattern(0, 3), { failureRatioThreshold: Number.NaN })).toThrow(
      "failureRatioThreshold",
    );
  });

  it.each(["true", "false", 1, 0, null, undefined])(
    "recordPatternObservation refuses %j as success",
    (success) => {
      expect(() => recordPatternObservation(pattern(), success as unknown as boolean, "bd-1")).toThrow(
        expect.objectContaining({ code: "invalid_input", field: "success" }),
      );
    },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5])(
    "shouldInvertPattern refuses a count of %d",
    (count) => {
      expect(() => shouldInvertPattern(pattern(0, count))).toThrow("failure_count");
      expect(() => shouldInvertPattern(pattern(count, 3))).toThrow("success_count");
    },
  );

  it("a pattern that was never tried has a failure rate of 0%", () => {
    expect(invertToAntiPattern(pattern()).reason).toBe("Failed 0/0 times (0% failure rate)");
  });
});

describe("an inversion under the swarm's names", () => {
  it("invertToAntiPattern makes the record of the swarm's own example", () => {
    expect(invertToAntiPattern(pattern(2, 5))).toEqual({
      id: "anti-pattern-123",
      content: "AVOID: Split by file type. Failed 5/7 times (71% failure rate)",
      kind: "anti_pattern",
      is_negative: true,
      success_count: 2,
      failure_count: 5,
      reason: "Failed 5/7 times (71% failure rate)",
    });
  });

  it("formatAntiPatternsForPrompt lists what is negative, as the swarm prints it", () => {
    const other = { ...pattern(2, 8), content: "One file per subtask" };
    const inverted = [pattern(3, 12), other].map((each) => invertToAntiPattern(each));
    expect(formatAntiPatternsForPrompt([...inverted, pattern(9, 0)])).toBe(
      [
        "## Anti-Patterns to Avoid",
        "",
        "Based on past failures, avoid these decomposition strategies:",
        "",
        "- AVOID: Split by file type. Failed 12/15 times (80% failure rate)",
        "- AVOID: One file per subtask. Failed 8/10 times (80% failure rate)",
      ].join("\n"),
    );
    expect(formatAntiPatternsForPrompt([])).toBe("");
  });

  it("an anti-pattern is not inverted again", () => {
    const anti = invertToAntiPattern(pattern(2, 5));
    expect(shouldInvertPattern(anti)).toBe(false);
    expect(invertToAntiPattern(anti)).toEqual(anti);
  });

  it("an observation without the id of its task is refused", () => {
    const nothing = undefined as unknown as string;
    expect(() => recordPatternObservation(pattern(), true, nothing)).toThrow(
      expect.objectContaining({ code: "invalid_input", field: "beadId" }),
    );
  });
});
