import type { Progress } from "../../log/store/store.js";

/** What a call may carry besides its input. */
export interface CallOptions {
  /** Long verbs report how far they are. */
  readonly onProgress?: Progress | undefined;
}
