import type { Projection } from "../log/projection.js";
import { countsAsEvidence } from "../runs/reliability/attribution.js";
import { withResult } from "./totals.js";
import { views } from "./views.js";

/** One task: what it was about, when its work began, and how its runs ended. */
export interface TaskRow {
  readonly task: string;
  /** Its description, from the newest plan. Empty when it was never planned. */
  readonly text: string;
  readonly plannedAt: string | null;
  /** The strategies that its newest plan named. */
  readonly strategies: readonly string[];
  readonly outcomes: { readonly success: number; readonly partial: number; readonly failure: number };
  /** Outcomes since the newest plan: each but the first is a retry. */
  readonly attempts: number;
  readonly lastResult: "success" | "partial" | "failure" | null;
  readonly lastAt: string;
  /** The seq of the last event about it, so that the newest tasks can be found. */
  readonly lastSeq: number;
}

/** Tasks by their id. */
export const tasks: Projection<TaskRow, null> = {
  ...views.tasks,
  on: {
    "plan-made": {
      keys: ({ task }) => (task === undefined ? [] : [task]),
      evolve: (row, { data, at, seq }, _settings, task) => ({
        ...(row ?? unseenTask(task)),
        text: data.text,
        plannedAt: at,
        strategies: data.strategies,
        attempts: 0,
        lastAt: at,
        lastSeq: seq,
      }),
    },
    "outcome-recorded": {
      // A run that one of Whetstone's gates stopped was not an attempt.
      keys: ({ task, data }) => (task === undefined || !countsAsEvidence(data) ? [] : [task]),
      evolve: (before, { data: { result }, at, seq }, _settings, task) => {
        const row = before ?? unseenTask(task);
        return {
          task,
          text: row.text,
          plannedAt: row.plannedAt,
          strategies: row.strategies,
          outcomes: withResult(row.outcomes, result),
          attempts: row.attempts + 1,
          lastResult: result,
          lastAt: at,
          lastSeq: seq,
        };
      },
    },
  },
};

function unseenTask(task: string): TaskRow {
  return {
    task,
    text: "",
    plannedAt: null,
    strategies: [],
    outcomes: { success: 0, partial: 0, failure: 0 },
    attempts: 0,
    lastResult: null,
    lastAt: "",
    lastSeq: 0,
  };
}
