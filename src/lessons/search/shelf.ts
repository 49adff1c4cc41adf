import type { WhetstoneEvent } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { IndexedLesson } from "../../search/project-words.js";

/**
 * Texts of the log that are found together. Each shelf has its own place in the log, and what is on one never
 * shows on another.
 */
export interface Shelf {
  /** Under what the search keeps it. Keys of projects have no space, so no other project can be called so. */
  readonly keyOf: (project: string) => string;
  /** What these events may have changed. */
  readonly touched: (reader: LedgerReader, events: readonly WhetstoneEvent[]) => Promise<readonly string[]>;
  /** As the index holds it; undefined when it is not to be found. */
  readonly indexed: (reader: LedgerReader, id: string) => Promise<IndexedLesson | undefined>;
  readonly all: (reader: LedgerReader) => Promise<readonly string[]>;
}
