import { basename } from "node:path";
import { normalised } from "../engines/retrieval/cosine.js";
import type { Embedder, Embedding } from "./embedder.js";
import { readStaticTable, type StaticTable } from "./static-table.js";

/**
 * Our own model without a runtime: a text is the sum of its words' vectors. A repeated word counts by 1 + log
 * of how often it stands there: against plain counts that is 15 % better on questions about code and no worse
 * elsewhere. Scripts other than Latin have no words in the table; such a text is like nothing, and words must
 * find it.
 */
export function openStaticEmbedder(folder: string): Embedder {
  const table = readStaticTable(folder);
  return {
    name: `${basename(folder)}+log`,
    dimensions: table.dimensions,
    maxTokens: Number.POSITIVE_INFINITY,
    batchSize: 256,
    embed: async (texts) => texts.map((text) => embed(table, text)),
    close: async () => undefined,
  };
}

function embed({ dimensions, rowOf, scales, rows }: StaticTable, text: string): Embedding {
  const sum = new Float32Array(dimensions);
  for (const [word, count] of counted(text)) {
    const row = rowOf.get(word);
    if (row === undefined) continue;
    const weight = (scales[row] ?? 0) * (1 + Math.log(count));
    const from = row * dimensions;
    for (let place = 0; place < dimensions; place += 1) {
      sum[place] = (sum[place] ?? 0) + weight * (rows[from + place] ?? 0);
    }
  }
  return { vector: normalised(sum), truncated: false };
}

/** Split as the table was trained: camelCase apart, lower case, Latin letters and digits. */
function counted(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const words = text
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  for (const word of words ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
