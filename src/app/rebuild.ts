import type { Progress } from "../store/store.js";
import type { Context } from "./context.js";

export interface RebuildResult {
  readonly events: number;
  readonly projections: readonly string[];
}

/** Throws every read model away and folds the log again. Writers go on meanwhile. */
export async function rebuild(context: Context, onProgress?: Progress): Promise<RebuildResult> {
  const events = await context.ledger.rebuild(undefined, onProgress);
  return { events, projections: context.ledger.projectionNames };
}
