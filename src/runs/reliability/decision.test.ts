import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { neededSupport, supportOf, type WeighedVote } from "./decision.js";
import { initialThresholds } from "./threshold-policy.js";

const vote = (decision: WeighedVote["decision"], profile: number, confidence = 1): WeighedVote => ({
  agent: "a",
  decision,
  profile,
  confidence,
});

const votes = fc.array(
  fc.record({
    agent: fc.string(),
    decision: fc.constantFrom("approve" as const, "reject" as const, "abstain" as const),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    profile: fc.double({ min: 0.3, max: 0.95, noNaN: true }),
  }),
  { maxLength: 20 },
);

describe("the support of a run", () => {
  it.each([
    ["one agent that nobody knows", [vote("approve", 0.625)], 0.625],
    ["one that is half sure", [vote("approve", 0.8, 0.5)], 0.4],
    ["two against one, all alike", [vote("approve", 0.6), vote("approve", 0.6), vote("reject", 0.6)], 0.4],
    ["a trusted one against a distrusted one", [vote("approve", 0.9), vote("reject", 0.3)], 0.675],
    ["an abstention beside it", [vote("approve", 0.9), vote("abstain", 0.9)], 0.9],
    ["nobody is for it", [vote("reject", 0.9)], 0],
    ["nobody votes", [], 0],
  ])("the support is computed by hand for this case: %s", (_what, given, support) => {
    expect(supportOf(given)).toBe(support);
  });

  it("the support is at most the best profile, falls with every rejection and ignores abstentions", () => {
    fc.assert(
      fc.property(votes, (given) => {
        const support = supportOf(given);
        expect(support).toBeGreaterThanOrEqual(0);
        expect(support).toBeLessThanOrEqual(0.95);
        expect(supportOf([...given, vote("reject", 0.9)])).toBeLessThanOrEqual(support);
        expect(supportOf([...given, vote("abstain", 0.9)])).toBe(support);
      }),
    );
  });
});

describe("the support that a run needs", () => {
  it("the needed support is the threshold of its risk times the multiplier, at most what anyone can give", () => {
    expect(neededSupport("medium", initialThresholds, 1).needed).toBe(0.65);
    expect(neededSupport("low", initialThresholds, 1.4).needed).toBe(0.77);
    expect(neededSupport("high", initialThresholds, 1.4).needed).toBe(0.95);
    expect(neededSupport("high", { ...initialThresholds, high: Number.NaN }, 1).needed).toBe(0.95);
  });
});
