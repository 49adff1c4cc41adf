import type { Config } from "../config/settings.js";
import { type ErrorFacts, WhetstoneError } from "../errors.js";
import { oneLine } from "../text/one-line.js";

/** The answer of a language model and its cost. A number that was not reported is null, never 0. */
export interface Answer {
  readonly text: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** As the provider reported it; `answerCostUsd` computes it from the tokens otherwise. */
  readonly costUsd: number | null;
}

/**
 * The port to a language model. `complete` makes exactly one request. It returns the text of the model
 * whether or not it is useful, or throws `model_unavailable`: then no model answered, and the caller must not
 * count a failed attempt.
 */
export interface LanguageModel {
  /** For an origin such as `llm:<name>`. */
  readonly name: string;
  complete(prompt: string, options: { readonly signal: AbortSignal }): Promise<Answer>;
}

export type EndpointSettings = Pick<Config["model"], "name" | "baseUrl" | "apiKeyVariable" | "timeoutMs">;

const reasonMaxChars = 300;

/** The reason may quote an endpoint or a program, so it is reduced to one safe line. */
export function modelUnavailable(model: string, reason: string, facts: ErrorFacts): WhetstoneError {
  const message = `the language model ${model} gave no answer: ${oneLine(reason, reasonMaxChars)}`;
  return new WhetstoneError("model_unavailable", message, facts);
}

type Prices = Pick<Config["model"], "inputUsdPerMillionTokens" | "outputUsdPerMillionTokens">;

/** The reported cost, else tokens times the prices in the settings, else null for unknown. */
export function answerCostUsd(answer: Omit<Answer, "text">, prices: Prices): number | null {
  if (answer.costUsd !== null) return answer.costUsd;
  const input = tokenCostUsd(answer.inputTokens, prices.inputUsdPerMillionTokens);
  const output = tokenCostUsd(answer.outputTokens, prices.outputUsdPerMillionTokens);
  return input === null || output === null ? null : input + output;
}

/** A price of 0 means unknown: without this rule half of a cost would look like all of it. */
function tokenCostUsd(tokens: number | null, usdPerMillion: number): number | null {
  return tokens === null || usdPerMillion === 0 ? null : (tokens * usdPerMillion) / 1_000_000;
}
