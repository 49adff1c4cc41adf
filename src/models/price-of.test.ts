import { expect, it } from "vitest";
import { priceOf } from "./price-of.js";

const prices = { inputUsdPerMillionTokens: 3, outputUsdPerMillionTokens: 15 };
const answer = { inputTokens: 1000, outputTokens: 200, costUsd: null };

it("is what the provider reported, also when that is nothing", () => {
  expect(priceOf({ ...answer, costUsd: 0.5 }, prices)).toBe(0.5);
  expect(priceOf({ ...answer, costUsd: 0 }, prices)).toBe(0);
});

it("follows from the tokens and the prices", () => {
  expect(priceOf(answer, prices)).toBeCloseTo(0.006, 12);
});

it.each([
  [{ ...answer, inputTokens: null }, prices],
  [{ ...answer, outputTokens: null }, prices],
  [answer, { ...prices, inputUsdPerMillionTokens: 0 }],
  [answer, { ...prices, outputUsdPerMillionTokens: 0 }],
])("is unknown when a part of it is", (given, settings) => {
  expect(priceOf(given, settings)).toBeNull();
});
