import type { EventOf } from "../../log/events/catalog.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";

/** One day, by UTC: what was shown, and how agents, reviewers and checks judged it. */
export interface DayRow {
  readonly day: string;
  /** Lessons that were in a prompt. */
  readonly shown: number;
  /** Directives that an agent gave its word on. */
  readonly acknowledged: number;
  readonly violated: number;
  readonly unacknowledged: number;
}

/** Days by their date. */
export const days: Projection<DayRow, null> = {
  ...views.days,
  on: {
    "lesson-exposed": {
      keys: ({ at }) => [at.slice(0, 10)],
      evolve: (row, _event, _settings, day) => addToDay(row, { day, shown: 1 }),
    },
    "receipt-recorded": {
      keys: ({ at }) => [at.slice(0, 10)],
      evolve: (row, event, _settings, day) => addToDay(row, { day, ...countedDay(event) }),
    },
  },
};

/** What one receipt adds. The word of a reviewer or a check is not an acknowledgement. */
export function countedDay({ data: { kind, source } }: EventOf<"receipt-recorded">) {
  return {
    acknowledged: Number(source === "delegate" && kind !== "unacknowledged"),
    violated: Number(kind === "violated"),
    unacknowledged: Number(kind === "unacknowledged"),
  };
}

function addToDay(row: DayRow | undefined, { day, ...added }: Partial<DayRow> & Pick<DayRow, "day">): DayRow {
  return {
    day,
    shown: (row?.shown ?? 0) + (added.shown ?? 0),
    acknowledged: (row?.acknowledged ?? 0) + (added.acknowledged ?? 0),
    violated: (row?.violated ?? 0) + (added.violated ?? 0),
    unacknowledged: (row?.unacknowledged ?? 0) + (added.unacknowledged ?? 0),
  };
}
