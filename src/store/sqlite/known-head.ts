import type { Head } from "./stored-marks.js";

/**
 * The row of a project as the database holds it: the marks, the event they were written at, and their sum.
 */
export interface StoredMarksRow {
  readonly writtenAt: number;
  readonly text: string;
  readonly sum: number;
}

/**
 * The head that this connection saw or wrote last. Whoever finds the same again need not check and parse it,
 * and gets the same marks, the very same object: nobody has changed a view in between. Where no other
 * connection wrote anything, it need not even look.
 */
export interface KnownHead {
  /** SQLite's count of what other connections wrote, as of this transaction, and as of `last`. */
  version?: number | undefined;
  lastVersion?: number | undefined;
  last?: {
    readonly project: string;
    /** The number of the log; undefined until its first event. */
    readonly number: number | undefined;
    /** Undefined until a view is marked. */
    readonly stored: StoredMarksRow | undefined;
    readonly head: Head;
  };
}
