import { describe, expect, it } from "vitest";
import {
  blendWithSimilarity,
  extractPatterns,
  formatPatterns,
  incrementIgnore,
  type LearnedPattern,
  lifecycleState,
  reinforcePattern,
  scorePattern,
} from "./insights.js";

const day = (n: number) => new Date(Date.UTC(2026, 2, 1 + n)).toISOString();

function pattern(changes: Partial<LearnedPattern> = {}): LearnedPattern {
  return {
    text: "Cache keys must contain the tenant id",
    role: "judge",
    category: "observation",
    success_count: 1,
    ignore_count: 0,
    ignore_weight_score: null,
    last_used: day(0),
    reinforced_count: 0,
    ...changes,
  };
}

describe("the rules of the pattern learning loop under their document's names", () => {
  it("a score is the success rate, faded by time, more for rules and causes and for what is near", () => {
    expect(scorePattern(pattern(), day(0))).toBe(1);
    expect(scorePattern(pattern(), day(14))).toBeCloseTo(1 / Math.E, 10);
    expect(scorePattern(pattern({ category: "rule" }), day(0))).toBe(1.3);
    expect(scorePattern(pattern({ category: "causal" }), day(0))).toBe(1.1);
    expect(scorePattern(pattern(), day(0), 1)).toBeCloseTo(1.1, 10);
    expect(scorePattern(pattern({ success_count: 3, ignore_count: 1 }), day(0))).toBe(0.75);
    expect(
      scorePattern(pattern({ success_count: 3, ignore_count: 1, ignore_weight_score: 1.5 }), day(0)),
    ).toBe(3 / 4.5);
    expect(scorePattern(pattern({ reinforced_count: 3 }), day(60))).toBe(1);
    expect(blendWithSimilarity(0.5, 1)).toBeCloseTo(0.8, 10);
  });

  it("a number that is none is refused by its field", () => {
    expect(() => scorePattern(pattern({ success_count: Number.NaN }), day(0))).toThrow(/success_count/);
    expect(() => scorePattern(pattern(), "yesterday")).toThrow(/now/);
  });

  it("a state follows from sightings and situations, and only a promotion makes it active", () => {
    expect(lifecycleState({ sightings: 1, contexts: 1 })).toBe("observed");
    expect(lifecycleState({ sightings: 2, contexts: 1 })).toBe("candidate");
    expect(lifecycleState({ sightings: 2, contexts: 2 })).toBe("verified");
    expect(lifecycleState({ sightings: 2, contexts: 2, promoted: true })).toBe("active");
    expect(lifecycleState({ sightings: 9, contexts: 2, promoted: true, days_unused: 180 })).toBe(
      "deprecated",
    );
  });

  it("a false positive weighs more in a severe role, and is a regression after three confirmations", () => {
    expect(incrementIgnore(pattern()).pattern.ignore_weight_score).toBe(1);
    expect(incrementIgnore(pattern({ role: "Sentinel", ignore_count: 2 })).pattern).toMatchObject({
      ignore_count: 3,
      ignore_weight_score: 3.5,
    });
    const confirmed = [1, 2, 3].reduce((row, n) => reinforcePattern(row, 2, day(n)), pattern());
    expect(confirmed).toMatchObject({ success_count: 4, reinforced_count: 3, last_used: day(3) });
    expect(incrementIgnore(confirmed)).toMatchObject({ regression: true, pattern: { reinforced_count: 0 } });
    expect(reinforcePattern(confirmed, 3, day(4))).toEqual(confirmed);
  });

  it("patterns are taken from a deliberation and formatted for the next one, best first", () => {
    const found = extractPatterns(
      "## Accumulated Patterns\n\n- Never trust a request body without a schema.",
    );
    expect(found).toEqual([{ text: "Never trust a request body without a schema.", category: "rule" }]);
    const block = formatPatterns(
      "judge",
      [
        pattern({ text: "Old and unused", last_used: day(-60) }),
        pattern({ text: "Retries hide the first error", ignore_count: 0 }),
        pattern({ text: "Sessions must expire", category: "rule", reinforced_count: 5, success_count: 6 }),
      ],
      day(0),
    );
    expect(block).toMatch(/^=== HISTORICAL PATTERNS \(judge\) ===\n/);
    expect(block).toContain("Sessions must expire [5x validated]");
    expect(block.indexOf("Sessions")).toBeLessThan(block.indexOf("Retries"));
    expect(block).not.toContain("Old and unused");
    expect(formatPatterns("judge", [pattern()], day(0), 59)).toBe("");
  });
});
