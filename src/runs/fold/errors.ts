import type { EventOf } from "../../log/events/catalog.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";

type ErrorType = EventOf<"error-recorded">["data"]["errorType"];

/** The errors of one task. */
export interface TaskErrorsRow {
  readonly task: string;
  readonly total: number;
  /** Those since the task's newest plan. */
  readonly sincePlan: number;
  readonly unresolved: number;
  readonly byType: Readonly<Partial<Record<ErrorType, number>>>;
  /** Unresolved ones by type. */
  readonly openByType: Readonly<Partial<Record<ErrorType, number>>>;
  /** The newest errors, oldest first. */
  readonly recent: readonly RecentError[];
}

export interface RecentError {
  readonly id: string;
  readonly at: string;
  /** Who recorded it. */
  readonly origin: string;
  readonly type: ErrorType;
  readonly message: string;
  readonly tool: string | null;
  readonly context: string | null;
  readonly resolved: boolean;
}

/** More than a retry prompt can hold; the counts go on without a bound. */
const recentKept = 200;

/** Errors by task. All these events carry the task. */
export const errors: Projection<TaskErrorsRow, null> = {
  ...views.errors,
  on: {
    "error-recorded": {
      keys: ({ task }) => (task === undefined ? [] : [task]),
      evolve: (before, event, _settings, task) => {
        const row = before ?? {
          task,
          total: 0,
          sincePlan: 0,
          unresolved: 0,
          byType: {},
          openByType: {},
          recent: [],
        };
        const { errorType } = event.data;
        return {
          ...row,
          total: row.total + 1,
          sincePlan: row.sincePlan + 1,
          unresolved: row.unresolved + 1,
          byType: { ...row.byType, [errorType]: (row.byType[errorType] ?? 0) + 1 },
          openByType: { ...row.openByType, [errorType]: (row.openByType[errorType] ?? 0) + 1 },
          recent: [...row.recent, recentError(event)].slice(-recentKept),
        };
      },
    },
    "plan-made": {
      keys: ({ task }) => (task === undefined ? [] : [task]),
      evolve: (row) => row && { ...row, sincePlan: 0 },
    },
    "error-resolved": {
      keys: ({ task }) => (task === undefined ? [] : [task]),
      evolve: (row, { data }) =>
        row && {
          ...row,
          unresolved: Math.max(0, row.unresolved - 1),
          openByType: {
            ...row.openByType,
            [data.errorType]: Math.max(0, (row.openByType[data.errorType] ?? 0) - 1),
          },
          recent: row.recent.map((each) => (each.id === data.error ? { ...each, resolved: true } : each)),
        },
    },
  },
};

function recentError({ id, at, origin, data }: EventOf<"error-recorded">): RecentError {
  return {
    id,
    at,
    origin,
    type: data.errorType,
    message: data.message,
    tool: data.toolName ?? null,
    context: data.context ?? null,
    resolved: false,
  };
}
