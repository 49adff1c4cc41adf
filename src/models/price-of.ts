import type { Config } from "../config/settings.js";
import type { Answer } from "./language-model.js";

type Prices = Pick<Config["model"], "inputUsdPerMillionTokens" | "outputUsdPerMillionTokens">;

/**
 * What an answer cost in USD: as reported, else from its tokens and the prices in the settings, else unknown.
 */
export function priceOf(answer: Omit<Answer, "text">, prices: Prices): number | null {
  if (answer.costUsd !== null) return answer.costUsd;
  const input = partOf(answer.inputTokens, prices.inputUsdPerMillionTokens);
  const output = partOf(answer.outputTokens, prices.outputUsdPerMillionTokens);
  return input === null || output === null ? null : input + output;
}

/** A price of 0 is an unknown one: half a price would look like a whole one. */
function partOf(tokens: number | null, usdPerMillion: number): number | null {
  return tokens === null || usdPerMillion === 0 ? null : (tokens * usdPerMillion) / 1_000_000;
}
