import { WhetstoneError } from "../../errors.js";

export type Transformers = typeof import("@huggingface/transformers");

/**
 * Transformers.js and its runtime weigh 470 MB: who wants a model installs it, and it is loaded when it is
 * first used.
 */
export async function importTransformers(): Promise<Transformers> {
  try {
    return await import("@huggingface/transformers");
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new WhetstoneError("native_module_missing", `Transformers.js does not load: ${reason}`, {
      next: "npm install @huggingface/transformers, or set retrieval.embedder to built-in",
      cause: error,
    });
  }
}
