import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";

/** A person's pause on one machine. */
export interface PauseRow {
  /** When it ends; null for one of a session, which lasts as long as that. */
  readonly until: string | null;
  readonly session: string | null;
  readonly by: string;
  readonly at: string;
}

/** The newest pause of each machine, until it is taken back. */
export const pauses: Projection<PauseRow, null> = {
  ...views.pauses,
  on: {
    "lessons-paused": {
      keys: ({ data }) => [data.place],
      evolve: (_row, { data: { until = null, session = null }, actor: by, at }) => ({
        until,
        session,
        by,
        at,
      }),
    },
    "lessons-resumed": { keys: ({ data }) => [data.place], evolve: () => undefined },
  },
};
