import { pushBounded } from "../../../log/bounded-list.js";
import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";

/** Where the log has acknowledgements that are missing or do not count, oldest first. */
export interface DoubtfulAcksRow {
  /** Receipts for critical directives that an agent left out. */
  readonly unacknowledged: readonly number[];
  /**
   * Outputs with statements about directives that were not shown, are ambiguous, or were not theirs to judge.
   */
  readonly dropped: readonly number[];
}

export const doubtfulAcksKey = "all";

/** More than a person looks through. */
const kept = 500;

/** One row. */
export const doubtfulAcks: Projection<DoubtfulAcksRow, null> = {
  ...views.doubtfulAcks,
  on: {
    "receipt-recorded": {
      keys: ({ data }) => (data.kind === "unacknowledged" ? [doubtfulAcksKey] : []),
      evolve: (row = none, { seq }) => ({
        ...row,
        unacknowledged: pushBounded(row.unacknowledged, seq, kept),
      }),
    },
    "output-read": {
      keys: ({ data: { spoofed, ambiguous, dismissed } }) =>
        spoofed.length + ambiguous.length + dismissed.length === 0 ? [] : [doubtfulAcksKey],
      evolve: (row = none, { seq }) => ({ ...row, dropped: pushBounded(row.dropped, seq, kept) }),
    },
  },
};

const none: DoubtfulAcksRow = { unacknowledged: [], dropped: [] };
