import { firstLineOf, WhetstoneError } from "../../base/errors.js";

export type LanceDb = typeof import("@lancedb/lancedb");
export type Arrow = typeof import("apache-arrow");

/**
 * LanceDB takes 180 MB and doubles a cold start, so it is an optional dependency and loaded on first use.
 */
export async function importLanceDb(): Promise<{ readonly lancedb: LanceDb; readonly arrow: Arrow }> {
  try {
    const [lancedb, arrow] = await Promise.all([import("@lancedb/lancedb"), import("apache-arrow")]);
    return { lancedb, arrow };
  } catch (error) {
    throw new WhetstoneError("native_module_missing", `LanceDB does not load: ${firstLineOf(error)}`, {
      next: "run npm install @lancedb/lancedb apache-arrow, or set retrieval.vectorStore to memory",
      cause: error,
    });
  }
}
