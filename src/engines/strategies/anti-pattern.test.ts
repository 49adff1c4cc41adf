import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DecompositionPattern,
  formatAntiPatternsForPrompt,
  invertToAntiPattern,
  shouldInvertPattern,
} from "./anti-pattern.js";

const pattern = (content: string, success_count: number, failure_count: number): DecompositionPattern => ({
  id: "pattern-123",
  content,
  kind: "pattern",
  is_negative: false,
  success_count,
  failure_count,
});

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
  ])("%i successes and %i failures: %s", (success_count, failure_count, expected) => {
    expect(shouldInvertPattern({ success_count, failure_count })).toBe(expected);
  });

  it("inverts as the swarm's own example does", () => {
    expect(invertToAntiPattern(pattern("Split by file type", 2, 5))).toEqual({
      id: "anti-pattern-123",
      content: "AVOID: Split by file type. Failed 5/7 times (71% failure rate)",
      kind: "anti_pattern",
      is_negative: true,
      success_count: 2,
      failure_count: 5,
      reason: "Failed 5/7 times (71% failure rate)",
    });
  });

  it.each([
    ["AVOID: Split by layer.", "AVOID: Split by layer. Failed 3/3 times (100% failure rate)"],
    ["never: Split by layer", "AVOID: Split by layer. Failed 3/3 times (100% failure rate)"],
    ["DO NOT:Split by v1.2", "AVOID: Split by v1.2. Failed 3/3 times (100% failure rate)"],
    ["Never mind the order", "AVOID: Never mind the order. Failed 3/3 times (100% failure rate)"],
  ])("%s keeps one warning word and one full stop", (content, expected) => {
    expect(invertToAntiPattern(pattern(content, 0, 3)).content).toBe(expected);
  });

  it("never prints a failure rate that its own counts do not have", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 500 }), (successes, failures) => {
        const { content } = invertToAntiPattern(pattern("X", successes, failures));
        const total = successes + failures;
        expect(content).toBe(
          `AVOID: X. Failed ${failures}/${total} times (${Math.round((100 * failures) / total)}% failure rate)`,
        );
      }),
    );
  });

  it("formats the block as the swarm prints it, and nothing when there is nothing", () => {
    const lines = [pattern("Split by file type", 3, 12), pattern("One file per subtask", 2, 8)].map((each) =>
      invertToAntiPattern(each),
    );
    expect(formatAntiPatternsForPrompt([...lines, pattern("Split by feature", 9, 0)])).toBe(
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
});
