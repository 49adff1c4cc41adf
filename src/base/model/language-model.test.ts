import { describe, expect, it } from "vitest";
import { answerCostUsd } from "./language-model.js";

const prices = { inputUsdPerMillionTokens: 3, outputUsdPerMillionTokens: 15 };
const answer = { inputTokens: 1000, outputTokens: 200, costUsd: null };

describe("answerCostUsd", () => {
  it("the cost that the provider reported is used, even when it is 0", () => {
    expect(answerCostUsd({ ...answer, costUsd: 0.5 }, prices)).toBe(0.5);
    expect(answerCostUsd({ ...answer, costUsd: 0 }, prices)).toBe(0);
  });

  it("a cost that was not reported is computed from the tokens and the prices", () => {
    expect(answerCostUsd(answer, prices)).toBeCloseTo(0.006, 12);
  });

  it.each([
    [{ ...answer, inputTokens: null }, prices],
    [{ ...answer, outputTokens: null }, prices],
    [answer, { ...prices, inputUsdPerMillionTokens: 0 }],
    [answer, { ...prices, outputUsdPerMillionTokens: 0 }],
  ])("the cost of %j at the prices %j is unknown because a part is missing", (given, settings) => {
    expect(answerCostUsd(given, settings)).toBeNull();
  });
});
