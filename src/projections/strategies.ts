import { epochMs } from "../events/time.js";
import type { Projection } from "./projection.js";

/** One way to split work, and what became of it whenever it was used. */
export interface StrategyRow {
  readonly lesson: string;
  readonly text: string;
  readonly successes: number;
  readonly failures: number;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** The seq of the event that inverted it, once it is an anti-pattern. */
  readonly invertedBy: number | null;
  readonly exposures: number;
  /** The newest events behind these numbers, by seq. */
  readonly evidence: readonly number[];
  /** The outcome event of the newest failure. */
  readonly lastFailure: string | null;
}

/** Enough to explain a lesson without reading the whole log. */
const evidenceKept = 50;

/** Strategies by lesson id. */
export const strategies: Projection<StrategyRow, null> = {
  name: "strategies",
  version: 1,
  settings: () => null,
  on: {
    "strategy-observed": {
      keys: (event) => [event.data.lesson],
      evolve: (before, event) => {
        const row = before ?? unseen(event.data.lesson, event.data.text, event.at);
        return {
          ...row,
          successes: row.successes + (event.data.success ? 1 : 0),
          failures: row.failures + (event.data.success ? 0 : 1),
          lastSeenAt: later(row.lastSeenAt, event.at),
          evidence: withEvidence(row, event.seq),
          lastFailure: event.data.success ? row.lastFailure : event.data.outcome,
        };
      },
    },
    "strategy-inverted": {
      keys: (event) => [event.data.lesson],
      evolve: (row, event) => row && { ...row, invertedBy: event.seq, evidence: withEvidence(row, event.seq) },
    },
    "lesson-exposed": {
      keys: (event) => [strategyOf(event.data.lesson)],
      evolve: (row, event) => row && { ...row, exposures: row.exposures + 1, evidence: withEvidence(row, event.seq) },
    },
    "lesson-forgotten": {
      keys: (event) => [event.data.lesson],
      evolve: () => undefined,
    },
  },
};

/** An anti-pattern is the same lesson seen from its other side, and shares its row. */
export function strategyOf(lesson: string): string {
  return lesson.replace(/^anti-/, "");
}

function unseen(lesson: string, text: string, at: string): StrategyRow {
  return {
    lesson,
    text,
    successes: 0,
    failures: 0,
    firstSeenAt: at,
    lastSeenAt: at,
    invertedBy: null,
    exposures: 0,
    evidence: [],
    lastFailure: null,
  };
}

function withEvidence(row: StrategyRow, seq: number): readonly number[] {
  return [...row.evidence, seq].slice(-evidenceKept);
}

/** Events may arrive out of the order of their times. */
function later(a: string, b: string): string {
  return epochMs(a) >= epochMs(b) ? a : b;
}
