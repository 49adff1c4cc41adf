import { type StrategyRow, strategies } from "../projections/strategies.js";
import type { Context } from "./context.js";

export interface Lesson {
  readonly id: string;
  readonly kind: "strategy" | "anti_pattern";
  readonly text: string;
  readonly successes: number;
  readonly failures: number;
  readonly exposures: number;
  readonly lastSeenAt: string;
}

export interface LessonsResult {
  readonly lessons: readonly Lesson[];
}

/** Every lesson with its track record, what fails most first. */
export async function listLessons({ ledger }: Context): Promise<LessonsResult> {
  const rows = await ledger.read((reader) => reader.rows(strategies));
  return { lessons: rows.map(lessonOf).sort((a, b) => b.failures - a.failures || (a.id < b.id ? -1 : 1)) };
}

export function lessonOf(row: StrategyRow): Lesson {
  const inverted = row.invertedBy !== null;
  const { text, successes, failures, exposures, lastSeenAt } = row;
  return {
    id: inverted ? `anti-${row.lesson}` : row.lesson,
    kind: inverted ? "anti_pattern" : "strategy",
    text,
    successes,
    failures,
    exposures,
    lastSeenAt,
  };
}
