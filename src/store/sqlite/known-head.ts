import type { Head } from "./stored-marks.js";

/**
 * The head that this connection wrote last. Whoever finds the same texts in the database again need not check and parse them,
 * and gets the same marks, the very same object, even when that write was undone: equal texts mean equal marks.
 */
export interface KnownHead {
  last?: { readonly project: string; readonly head: Head; readonly text: string; readonly sum: number };
}
