/**
 * The port to a model that turns texts into vectors. No other code may depend on the name or dimensions of a
 * model.
 */
export interface Embedder {
  /** Identifies the model: two embedders of one name give the same vector for the same text. */
  readonly name: string;
  readonly dimensions: number;
  /** Longer texts are cut off and marked as truncated. Infinity when there is no limit. */
  readonly maxTokens: number;
  /** The cosine that it gives two unrelated texts, where that is known; else it is measured. */
  readonly background?: number | undefined;
  /** The best number of texts for one call. */
  readonly batchSize: number;
  /** One vector per text, in order. The vector does not depend on the other texts. */
  embed(texts: readonly string[]): Promise<readonly Embedding[]>;
  close(): Promise<void>;
}

export interface Embedding {
  /** Of length 1, or all zeros when the model does not know any part of the text. */
  readonly vector: Float32Array;
  readonly truncated: boolean;
}
