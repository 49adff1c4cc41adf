import { finishedTasks, newestFirst, pastSessions } from "../../log/list-keys.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";
import { countsAsEvidence } from "../reliability/attribution.js";
import { withResult } from "./totals.js";

/** One task: what it was about, when its work began, and how its runs ended. */
export interface TaskRow {
  readonly task: string;
  /** From the newest plan; without a plan, what its first outcome with a summary says, or a session's first prompt. */
  readonly text: string;
  readonly plannedAt: string | null;
  /** The plan without a task of its own that it was joined to; null when the task was planned by its id. */
  readonly joined: string | null;
  /** The strategies that its newest plan named. */
  readonly strategies: readonly string[];
  readonly outcomes: { readonly success: number; readonly partial: number; readonly failure: number };
  /** Outcomes since the newest plan: each but the first is a retry. */
  readonly attempts: number;
  readonly lastResult: "success" | "partial" | "failure" | null;
  readonly lastAt: string;
  /** The seq of the last event about it, so that the newest tasks can be found. */
  readonly lastSeq: number;
  /** What the transcript tells of a session that a coding agent had; null for every other task. */
  readonly session: PastSession | null;
}

export interface PastSession {
  readonly agent: string;
  /** Calls that failed. */
  readonly failures: number;
  /** Tools whose last call failed. */
  readonly broken: readonly string[];
}

/** Tasks by their id. */
export const tasks: Projection<TaskRow, null> = {
  ...views.tasks,
  places: ({ text, lastResult, lastAt, session }) =>
    text === "" || lastResult === null
      ? []
      : [(session === null ? finishedTasks : pastSessions) + newestFirst(lastAt)],
  on: {
    "plan-made": {
      keys: ({ task }) => (task === undefined ? [] : [task]),
      evolve: (row, { data, at, seq }, _settings, task) => ({
        ...(row ?? unseenTask(task)),
        text: data.text,
        plannedAt: at,
        joined: null,
        strategies: data.strategies,
        attempts: 0,
        lastAt: at,
        lastSeq: seq,
      }),
    },
    "plan-joined": {
      keys: ({ task }) => (task === undefined ? [] : [task]),
      evolve: (before, { data, at, seq }, _settings, task) => {
        const row = before ?? unseenTask(task);
        const { plan: joined, plannedAt, text, strategies } = data;
        const attempts = row.lastAt < plannedAt ? 0 : row.attempts;
        return { ...row, text, plannedAt, joined, strategies, attempts, lastAt: at, lastSeq: seq };
      },
    },
    "outcome-recorded": {
      // A run that one of Whetstone's gates stopped was not an attempt.
      keys: ({ task, data }) => (task === undefined || !countsAsEvidence(data) ? [] : [task]),
      evolve: (before, { data: { result, summary = "" }, at, seq }, _settings, task) => {
        const row = before ?? unseenTask(task);
        return {
          task,
          text: row.text || summary.slice(0, taskChars),
          plannedAt: row.plannedAt,
          joined: row.joined,
          strategies: row.strategies,
          outcomes: withResult(row.outcomes, result),
          attempts: row.attempts + 1,
          lastResult: result,
          lastAt: at,
          lastSeq: seq,
          session: row.session,
        };
      },
    },
    "session-learned": {
      keys: ({ data: { session } }) => [session],
      evolve: (before, { data, at, seq }, _settings, task) => {
        const { agent, failures, broken, firstPrompt = "" } = data;
        const row = before ?? unseenTask(task);
        return {
          ...row,
          text: row.text || firstPrompt,
          session: { agent, failures: (row.session?.failures ?? 0) + failures, broken },
          lastAt: at,
          lastSeq: seq,
        };
      },
    },
  },
};

/** Enough of a task's description to find tasks like it. */
export const taskChars = 2_000;

function unseenTask(task: string): TaskRow {
  return {
    task,
    text: "",
    plannedAt: null,
    joined: null,
    strategies: [],
    outcomes: { success: 0, partial: 0, failure: 0 },
    attempts: 0,
    lastResult: null,
    lastAt: "",
    lastSeq: 0,
    session: null,
  };
}
