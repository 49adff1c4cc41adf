import type { Config } from "../../../base/config/settings.js";
import { compareByWords } from "../../../search/order/compare-by-words.js";
import type { LessonOrder } from "../../../search/order/order-lessons.js";
import { rankLessons } from "../../../search/order/rank-lessons.js";
import type { Candidate, LessonFacts } from "../../../search/order/signals.js";
import { type MaturityState, maturityMultiplier } from "./maturity.js";

/** A strategy as a planner should see it. */
export interface KnownStrategy {
  readonly lesson: string;
  readonly text: string;
  /** Who brought the text in. */
  readonly origin: string;
  /** Its words are the seed's own, or a person stands behind them. */
  readonly confirmed: boolean;
  readonly successes: number;
  readonly failures: number;
  readonly state: MaturityState;
  /** Its successes are self-reported only. */
  readonly selfReported: boolean;
  readonly inverted: boolean;
  /** Whether a person asked not to show it, not even as a warning. */
  readonly hidden: boolean;
  /** Whether the caller is thinking of this very strategy. */
  readonly asked: boolean;
  /** The result of a search for it; compared by words if there was none. */
  readonly found?: Candidate | undefined;
}

/** What is to be planned. */
export interface PlannedWork {
  readonly task: string;
  readonly context: string | undefined;
  /** How alike two strategies are in meaning, where that was compared. */
  readonly alike?: LessonOrder["alike"];
}

type RankSettings = Pick<Config, "strategies" | "retrieval">;

/** Failures after which a warning is worth half of what a thousand would make it. */
const warnsAfter = 3;

/** The one asked about first, then those that are most like the task and failed most often. */
export function strategiesToAvoid(
  work: PlannedWork,
  known: readonly KnownStrategy[],
  cap: number,
  settings: RankSettings,
): readonly KnownStrategy[] {
  const inverted = known.filter((each) => each.inverted && !each.hidden);
  const facts = inverted.map((each) => ({
    ...strategyFacts(each, 1),
    standing: each.failures / (each.failures + warnsAfter),
    critical: each.asked,
  }));
  return ranked(work, inverted, facts, cap, settings);
}

/**
 * By what speaks for each here, deprecated ones left out; of those that are listed, the proven ones first.
 */
export function strategiesToTry(
  work: PlannedWork,
  known: readonly KnownStrategy[],
  cap: number,
  settings: RankSettings,
): readonly KnownStrategy[] {
  const usable = known.filter((each) => !each.inverted && each.state !== "deprecated" && hasRecord(each));
  const facts = usable.map((each) => {
    const maturity = maturityMultiplier(each.state, settings.strategies);
    // Two imagined tries, one of each, keep a single lucky try from leading the list.
    const successRate = (each.successes + 1) / (each.successes + each.failures + 2);
    return { ...strategyFacts(each, maturity), standing: (successRate + (each.asked ? 1 : 0)) * maturity };
  });
  const listed = ranked(work, usable, facts, cap, settings);
  const isProven = ({ state }: KnownStrategy) => state === "proven";
  return [...listed.filter(isProven), ...listed.filter((each) => !isProven(each))];
}

/** After a reset there is none, unless a person vouches for the strategy. */
function hasRecord({ successes, failures, state }: KnownStrategy): boolean {
  return successes + failures > 0 || state === "proven";
}

function strategyFacts({ lesson, text, successes, failures }: KnownStrategy, maturity: number): LessonFacts {
  const total = successes + failures;
  const outcome = total === 0 ? undefined : (successes - failures) / total;
  return { id: lesson, text, maturity, outcome, applied: total };
}

/** Every strategy may be tried on any task, so what is unlike this one is listed too, where there is room. */
function ranked(
  { task, context = "", alike }: PlannedWork,
  known: readonly KnownStrategy[],
  facts: readonly LessonFacts[],
  cap: number,
  { retrieval: settings }: RankSettings,
): readonly KnownStrategy[] {
  const query = `${task} ${context}`;
  const unsaid = known
    .filter((each) => each.found === undefined)
    .map(({ lesson, text }) => ({ id: lesson, text }));
  const byWords = compareByWords(query, unsaid);
  const candidates = known.flatMap((each) => each.found ?? byWords.get(each.lesson) ?? []);
  const factsById = new Map(facts.map((fact) => [fact.id, fact]));
  const order = rankLessons({ query, candidates, facts: factsById, cap, settings, scoped: true, alike });
  const byId = new Map(known.map((each) => [each.lesson, each]));
  return order.flatMap(({ id }) => byId.get(id) ?? []);
}
