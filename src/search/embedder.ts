/**
 * The port to something that turns texts into vectors. Nothing else may depend on a model's name or
 * dimensions.
 */
export interface Embedder {
  /** Tells models apart: two embedders of one name give the same vectors for the same text. */
  readonly name: string;
  readonly dimensions: number;
  /** Tokens of a text that count; the rest is cut off, and said so. Infinity when there is no limit. */
  readonly maxTokens: number;
  /** Texts that are best given at once. */
  readonly batchSize: number;
  /** One vector per text, in order, and the same whatever else is in the list. */
  embed(texts: readonly string[]): Promise<readonly Embedding[]>;
  close(): Promise<void>;
}

export interface Embedding {
  /** Of length 1; all zeros when the model knows nothing of the text, which is then like nothing. */
  readonly vector: Float32Array;
  /** Whether the end of the text was cut off. */
  readonly truncated: boolean;
}
