import { codeTokens } from "../reading/language/words.js";
import type { Embedder } from "./embedder.js";
import { normalised } from "./order/cosine.js";
import { wordKey } from "./order/term-key.js";

/**
 * A model for tests with any number of dimensions. The vector of a word is computed from its key, so it knows
 * words of all scripts but not their meaning.
 */
export function memoryEmbedder(
  name = "memory",
  dimensions = 32,
  maxTokens = Number.POSITIVE_INFINITY,
): Embedder {
  return {
    name,
    dimensions,
    maxTokens,
    batchSize: 16,
    embed: async (texts) =>
      texts.map((text) => {
        const { words } = codeTokens(text);
        const sum = new Float32Array(dimensions);
        for (const word of words.slice(0, maxTokens)) {
          const key = wordKey(`${name} ${word}`);
          for (let place = 0; place < dimensions; place += 1)
            sum[place] = (sum[place] ?? 0) + Math.sin(key * (place + 1));
        }
        return { vector: normalised(sum), truncated: words.length > maxTokens };
      }),
    close: async () => undefined,
  };
}
