import type { RowTexts } from "./row-texts.js";
import type { Head } from "./stored-marks.js";

/** The head of a log as the database holds it: up to where `views` has the rows, the text of the marks, and the last event. */
export interface StoredHead {
  readonly settled: number;
  readonly text: string;
  readonly sum: number;
  readonly seq: number;
  readonly id: string;
}

/**
 * The head that this connection saw or wrote last, and what is newer than `views` there. Whoever finds the same again need not check
 * and parse it, and gets the same marks, the very same object: nobody has written in between. Where no other connection wrote
 * anything, it need not even look.
 */
export interface KnownHead {
  /** SQLite's count of what other connections wrote, as of this transaction, and as of `last`. */
  version?: number | undefined;
  lastVersion?: number | undefined;
  last?: {
    readonly project: string;
    readonly stored: StoredHead;
    readonly head: Head;
    readonly recent: RowTexts;
  };
}
