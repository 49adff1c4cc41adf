import { moveToEnd } from "./bounded-list.js";
import type { Projection } from "./projection.js";
import { views } from "./views.js";

/** The same failure, wherever it happened. */
export interface MotifRow {
  readonly signature: string;
  /** The newest wording. */
  readonly text: string;
  readonly tool: string;
  readonly count: number;
  /** Tasks it happened in, the newest of them. */
  readonly tasks: readonly string[];
  readonly firstAt: string;
  readonly lastAt: string;
  readonly fixedBy: string | null;
  readonly events: readonly number[];
}

const tasksKept = 50;
const eventsKept = 20;

/** Motifs by signature. */
export const motifRows: Projection<MotifRow, null> = {
  ...views.motifs,
  places: ({ tasks, count }) => [
    recurringList + String(1e9 - tasks.length * 1e4 - Math.min(count, 9_999)).padStart(12, "0"),
  ],
  on: {
    "reflection-recorded": {
      keys: ({ data }) => (data.signature === undefined ? [] : [data.signature]),
      evolve: (row, { data: { text = "", tool, fixedBy, result }, task, at, seq }, _settings, signature) => ({
        signature,
        text: row !== undefined && result === "success" ? row.text : text,
        tool,
        count: (row?.count ?? 0) + (result === "success" ? 0 : 1),
        tasks:
          task === undefined || result === "success"
            ? (row?.tasks ?? [])
            : moveToEnd(row?.tasks ?? [], task, tasksKept),
        firstAt: row === undefined || at < row.firstAt ? at : row.firstAt,
        lastAt: row === undefined || at > row.lastAt ? at : row.lastAt,
        fixedBy: fixedBy ?? row?.fixedBy ?? null,
        events: [...(row?.events ?? []), seq].slice(-eventsKept),
      }),
    },
  },
};

/** Those of most tasks first. */
export const recurringList = "recurring\u001e";
