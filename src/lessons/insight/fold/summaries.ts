import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";

/** The newest summary of a role's insights. */
export interface SummaryRow {
  readonly role: string;
  readonly text: string;
  readonly lessons: readonly string[];
  readonly basis: string;
}

/** Summaries by role. A forgotten lesson takes the summaries along that speak of it. */
export const summaries: Projection<SummaryRow, null> = {
  ...views.summaries,
  on: {
    "summary-made": {
      keys: ({ data }) => [data.role],
      evolve: (_row, { data: { text, lessons, basis } }, _settings, role) => ({ role, text, lessons, basis }),
    },
  },
};
