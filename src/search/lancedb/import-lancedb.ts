import { WhetstoneError } from "../../errors.js";

export type LanceDb = typeof import("@lancedb/lancedb");
export type Arrow = typeof import("apache-arrow");

/**
 * LanceDB weighs 180 MB and doubles a cold start, so it is no dependency: who wants it installs it, and it is
 * loaded when it is first used.
 */
export async function importLanceDb(): Promise<{ readonly lancedb: LanceDb; readonly arrow: Arrow }> {
  try {
    const [lancedb, arrow] = await Promise.all([import("@lancedb/lancedb"), import("apache-arrow")]);
    return { lancedb, arrow };
  } catch (error) {
    throw new WhetstoneError("native_module_missing", `LanceDB does not load: ${messageOf(error)}`, {
      next: "npm install @lancedb/lancedb apache-arrow, or set retrieval.vectorStore to memory",
      cause: error,
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
