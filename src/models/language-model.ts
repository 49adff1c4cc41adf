/** What a language model said, and what it cost. What nobody told is null, never 0. */
export interface Answer {
  readonly text: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** As the provider reported it; see `priceOf` for what follows from the tokens. */
  readonly costUsd: number | null;
}

/**
 * The port to a language model. `complete` makes one request and no more. It returns what the model said,
 * fitting or not, or throws `model_unavailable`: then no model answered, and nobody may count it as a failed
 * attempt.
 */
export interface LanguageModel {
  /** For an origin such as `llm:<name>`. */
  readonly name: string;
  complete(prompt: string, options: { readonly signal: AbortSignal }): Promise<Answer>;
}
