import { describe, expect, it } from "vitest";
import { overlayOf } from "./random-policies.contract.js";
import { shouldSuggestRelaxation } from "./relaxation.js";
import { emptyTally } from "./reliability-tally.js";

const strict = overlayOf({ riskMultiplier: 1.4, maxRetries: 1, requireApproval: true });
const usual = overlayOf({ riskMultiplier: 1, maxRetries: 2, requireApproval: false });
const good = { ...emptyTally, runs: 10, successes: 8, streak: 5 };

describe("a suggestion to relax", () => {
  it.each([
    ["five successes in a row and a good score", {}, strict, usual, true],
    ["four in a row", { streak: 4 }, strict, usual, false],
    // 0.6 · 0.7 + 0.2 + 0.2 · 0.7 = 0.76 and 0.6 · 0.6 + 0.2 + 0.2 · 0.6 = 0.68
    ["a score of 0.76", { successes: 7 }, strict, usual, true],
    ["a score of 0.68", { successes: 6 }, strict, usual, false],
    // 0.6 · 0.8 + 0.2 · (1 − 0.95/3) + 0.2 · 0.6665 = 0.75
    ["a score of exactly 0.75", { retries: 9.5, qualitySum: 6.665, qualityCount: 10 }, strict, usual, true],
    ["nothing to relax", {}, usual, usual, false],
    ["the rule has become the stricter", {}, usual, strict, false],
    ["one field to relax", {}, { ...usual, requireApproval: true }, usual, true],
    ["nothing learned yet", {}, undefined, usual, false],
    ["trap 8: no score", { retries: Number.NaN }, strict, usual, false],
    ["trap 8: no streak", { streak: Number.NaN }, strict, usual, false],
  ])("%s", (_what, changes, learned, current, suggested) => {
    expect(shouldSuggestRelaxation({ ...good, ...changes }, learned, () => current)).toBe(suggested);
  });
});
