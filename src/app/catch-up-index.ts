import { WhetstoneError } from "../errors.js";
import type { Context } from "./context.js";
import { noteLoss } from "./fail-open.js";
import { catchUpAll } from "./lesson-index.js";

/**
 * Takes in what the log has and the index lacks, and gives every text its vector. For a time when nobody
 * waits.
 */
export async function catchUpIndex(context: Context): Promise<void> {
  try {
    await catchUpAll(context);
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    // Whoever closes the project in between has lost nothing: the index goes on from its place.
    if (error.code !== "closed") noteLoss(context, "search", error.message);
  }
}
