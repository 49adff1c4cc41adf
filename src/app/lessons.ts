import type { MaturityState } from "../engines/strategies/maturity-rule.js";
import { type StrategyRow, stateOfStrategy, strategies } from "../projections/strategies.js";
import type { Context } from "./context.js";

export interface Lesson {
  readonly id: string;
  readonly kind: "strategy" | "anti_pattern";
  readonly state: MaturityState;
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
export async function listLessons(context: Context): Promise<LessonsResult> {
  const rows = await context.ledger.read((reader) => reader.rows(strategies));
  const lessons = rows.map((row) => lessonOf(context, row));
  return { lessons: lessons.sort((a, b) => b.failures - a.failures || (a.id < b.id ? -1 : 1)) };
}

export function lessonOf({ ledger, clock }: Context, row: StrategyRow): Lesson {
  const inverted = row.invertedBy !== null;
  const { text, successes, failures, exposures, lastSeenAt } = row;
  return {
    id: inverted ? `anti-${row.lesson}` : row.lesson,
    kind: inverted ? "anti_pattern" : "strategy",
    state: stateOfStrategy(row, clock(), ledger.config.strategies),
    text,
    successes,
    failures,
    exposures,
    lastSeenAt,
  };
}
