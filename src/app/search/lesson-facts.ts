import { standingOf } from "../../engines/directives/directive.js";
import { failureText } from "../../engines/failures/lesson-text.js";
import { isFailure } from "../../engines/failures/signature.js";
import { scoreInsight, successRateOf } from "../../engines/insights/insight-score.js";
import { stateOfInsight } from "../../engines/insights/insight-state.js";
import { isConfirmedStrategy } from "../../lessons/strategy/credited-strategies.js";
import { maturityMultiplier } from "../../lessons/strategy/rules/maturity.js";
import { type StrategyRow, stateOfStrategy, strategies } from "../../lessons/strategy/strategies.js";
import { isByHand } from "../../log/events/lesson.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { DirectiveRow } from "../../projections/directive-row.js";
import { directives, isDirective } from "../../projections/directives.js";
import { type FailureRow, failures } from "../../projections/failures.js";
import { type InsightRow, insights, isInsight } from "../../projections/insights.js";
import { totalsKey } from "../../projections/list-keys.js";
import { totals } from "../../projections/totals.js";
import { isPattern } from "../../runs/reliability/failure-pattern.js";
import { patternLine } from "../../runs/reliability/patterns-to-tell.js";
import type { LessonFacts } from "../../search/order/signals.js";
import type { Context } from "../context.js";
import { freshnessOf } from "../directives/citations.js";
import { patternOf } from "../policy/failing-adapters.js";

/** With who stands behind a lesson. */
export interface StandingFacts extends LessonFacts {
  readonly origin: string;
  /** False where no person stands behind the text. */
  readonly confirmed: boolean;
}

/** What is known of these lessons besides their texts, by id. What is not to be shown has none. */
export async function standingFacts(
  context: Context,
  reader: LedgerReader,
  lessons: readonly string[],
): Promise<ReadonlyMap<string, StandingFacts>> {
  const phases = (await reader.row(totals, totalsKey))?.phases ?? 0;
  const isStrategy = (lesson: string) =>
    !(isInsight(lesson) || isDirective(lesson) || isFailure(lesson) || isPattern(lesson));
  const patterns = lessons.filter(isPattern);
  const found = [
    ...(await reader.rowsAt(insights, lessons.filter(isInsight))).map((row) => insightFacts(context, row)),
    ...(await reader.rowsAt(directives, lessons.filter(isDirective))).map((row) =>
      standingDirective(context, row, phases),
    ),
    ...(await reader.rowsAt(failures, lessons.filter(isFailure))).map(failureFacts),
    ...(await reader.rowsAt(strategies, lessons.filter(isStrategy))).map((row) =>
      strategyFacts(context, row),
    ),
    ...(await Promise.all(patterns.map((pattern) => patternFacts(reader, pattern)))),
  ];
  return new Map(found.flatMap((facts) => (facts === undefined ? [] : [[facts.id, facts]])));
}

function standingDirective(
  { places }: Context,
  row: DirectiveRow,
  phases: number,
): StandingFacts | undefined {
  if (row.status !== "active" && row.status !== "proposed") return undefined;
  const confirmed = row.status === "active";
  const facts = directiveFacts(row, phases, freshnessOf(places.root, row.citations) !== "fresh");
  return { ...facts, critical: facts.critical === true && confirmed, origin: row.origin, confirmed };
}

/** Its words are the rule's own; names that callers chose are quoted in them. */
async function patternFacts(reader: LedgerReader, id: string): Promise<StandingFacts | undefined> {
  const found = await patternOf(reader, id);
  if (found === undefined) return undefined;
  const text = patternLine(found.pattern);
  return {
    id,
    text,
    origin: "tool:outcomes",
    confirmed: true,
    maturity: 1,
    applied: found.pattern.occurrences,
  };
}

/** Tools and agents wrote its words: it is quoted unless a person vouched for it. */
function failureFacts(row: FailureRow): StandingFacts | undefined {
  if (row.retired !== null) return undefined;
  const [text, confirmed] = [failureText(row), row.word !== null];
  return {
    id: row.lesson,
    text,
    origin: "tool:reflection",
    confirmed,
    maturity: 1,
    applied: row.workedAfter,
  };
}

function insightFacts({ ledger, clock }: Context, row: InsightRow): StandingFacts | undefined {
  const { insights: settings } = ledger.config;
  if (stateOfInsight(row.evidence, clock(), settings) === "deprecated") return undefined;
  const { text, category, evidence, origin, confirmed } = row;
  const { held, failed } = evidence.outcomes;
  return {
    id: row.lesson,
    text,
    origin,
    confirmed,
    maturity: 1,
    insightScore: scoreInsight(evidence, category, 0, clock(), settings).score,
    outcome: held + failed === 0 ? undefined : (held - failed) / (held + failed),
    applied: Math.round(evidence.successes * successRateOf(evidence, settings)),
  };
}

/** `stale` when a file that it cites has changed. */
export function directiveFacts(row: DirectiveRow, phases: number, stale: boolean): LessonFacts {
  const { applied, ignored, violated } = row.receipts;
  return {
    id: row.lesson,
    text: row.text,
    maturity: 1,
    applied,
    agePhases: phases - row.bornAtPhase,
    standing: standingOf(row.priority, { applied, ignored, violated, stale }),
    critical: row.priority === "critical",
  };
}

function strategyFacts({ ledger, clock }: Context, row: StrategyRow): StandingFacts | undefined {
  if (row.deprecated !== null && isByHand(row.deprecated)) return undefined;
  const { strategies: settings } = ledger.config;
  const inverted = row.invertedBy !== null;
  const { text, origin, successes, failures } = row;
  const total = successes + failures;
  // A warning is worth as much as a proven way: it keeps somebody from a bad one.
  const maturity = inverted ? 1 : maturityMultiplier(stateOfStrategy(row, clock(), settings), settings);
  return {
    id: row.lesson,
    text,
    origin,
    confirmed: isConfirmedStrategy(row),
    maturity,
    outcome: inverted || total === 0 ? undefined : (successes - failures) / total,
    applied: total,
    negative: inverted,
  };
}
