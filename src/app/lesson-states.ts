import type { DirectiveStatus } from "../engines/directives/directive.js";
import { type InsightState, stateOfInsight } from "../engines/insights/insight-state.js";
import type { MaturityState } from "../engines/strategies/maturity.js";
import { WhetstoneError } from "../errors.js";
import { directives, isDirective } from "../projections/directives.js";
import { insights, isInsight } from "../projections/insights.js";
import { stateOfStrategy, strategies, strategyOf } from "../projections/strategies.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";

/** Every state that a lesson of some kind can be in. */
export type LessonState = MaturityState | InsightState | DirectiveStatus;

/** A lesson of any kind, as far as a change of its state needs to know it. */
export interface LessonStanding {
  /** The id that events name it by. */
  readonly lesson: string;
  readonly kind: "strategy" | "anti_pattern" | "insight" | "directive";
  readonly state: LessonState;
  /** Why it is deprecated, if it is. */
  readonly reason: string;
}

/** Where a lesson stands now, whatever its kind. */
export async function standingOf(
  context: Context,
  reader: LedgerReader,
  id: string,
): Promise<LessonStanding> {
  const read = isInsight(id) ? insightStanding : isDirective(id) ? directiveStanding : strategyStanding;
  const found = await read(context, reader, id);
  if (found === undefined) throw noLesson(id);
  return found;
}

async function insightStanding({ ledger, clock }: Context, reader: LedgerReader, lesson: string) {
  const row = await reader.row(insights, lesson);
  if (row === undefined) return undefined;
  const state = stateOfInsight(row.evidence, clock(), ledger.config.insights);
  return {
    lesson,
    kind: "insight" as const,
    state,
    reason: row.evidence.deprecated?.reason ?? "unused for long",
  };
}

async function directiveStanding(_context: Context, reader: LedgerReader, lesson: string) {
  const row = await reader.row(directives, lesson);
  return row && { lesson, kind: "directive" as const, state: row.status, reason: row.missing.join(", ") };
}

async function strategyStanding({ ledger, clock }: Context, reader: LedgerReader, id: string) {
  const row = await reader.row(strategies, strategyOf(id));
  if (row === undefined) return undefined;
  return {
    lesson: row.lesson,
    kind: row.invertedBy === null ? ("strategy" as const) : ("anti_pattern" as const),
    state: stateOfStrategy(row, clock(), ledger.config.strategies),
    reason: row.deprecated?.reason ?? "",
  };
}

export function noLesson(id: string): WhetstoneError {
  return new WhetstoneError("not_found", `there is no lesson '${id}'`, {
    field: "lesson",
    next: "'whetstone lessons list' shows the ids",
    values: { lesson: id },
  });
}
