import { firstLineOf, WhetstoneError } from "../../base/errors.js";

export type Transformers = typeof import("@huggingface/transformers");

/**
 * Transformers.js and its runtime take 470 MB, so it is an optional dependency and loaded on first use.
 */
export async function importTransformers(): Promise<Transformers> {
  try {
    return await import("@huggingface/transformers");
  } catch (error) {
    throw new WhetstoneError(
      "native_module_missing",
      `Transformers.js does not load: ${firstLineOf(error)}`,
      {
        next: "run npm install @huggingface/transformers, or set retrieval.embedder to built-in",
        cause: error,
      },
    );
  }
}
