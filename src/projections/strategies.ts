import type { Config } from "../config/settings.js";
import { type FeedbackType, scoreOutcome } from "../engines/outcomes/score.js";
import {
  addMaturityFeedback,
  type MaturityRules,
  type MaturityState,
  type MaturityTally,
  maturityOf,
  maturityUntil,
  noMaturity,
} from "../engines/strategies/maturity.js";
import { isWitness } from "../engines/unconfirmed/witness.js";
import type { EventOf } from "../events/catalog.js";
import { laterOf } from "../events/time.js";
import { pushBounded } from "./bounded-list.js";
import { isDirective } from "./directives.js";
import { isInsight } from "./insights.js";
import { moment, stateList } from "./list-keys.js";
import type { Projection } from "./projection.js";
import { views } from "./views.js";

/** One way to split work, and what became of it whenever it was used. */
export interface StrategyRow {
  readonly lesson: string;
  readonly text: string;
  /** Who brought the text in. */
  readonly origin: string;
  /** A person vouched for it, or a witness recorded an outcome of it. */
  readonly confirmed: boolean;
  readonly successes: number;
  readonly failures: number;
  readonly maturity: MaturityTally;
  /** Whether a person vouched for it. */
  readonly promoted: boolean;
  /** Why it is no longer shown; only a reset undoes it. */
  readonly deprecated: {
    readonly by: "evidence" | "person";
    readonly reason: string;
    readonly at: string;
  } | null;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** The seq of the event that inverted it, once it is an anti-pattern. */
  readonly invertedBy: number | null;
  readonly exposures: number;
  /** The newest events behind these numbers, by seq. */
  readonly evidence: readonly number[];
}

interface StrategySettings extends MaturityRules {
  readonly score: Config["outcomes"];
}

/** Enough to explain a lesson without reading the whole log. */
const evidenceKept = 20;

/** Strategies by lesson id. */
export const strategies: Projection<StrategyRow, StrategySettings> = {
  ...views.strategies,
  places: strategyPlaces,
  on: {
    "strategy-observed": {
      keys: (event) => [event.data.lesson],
      evolve: (before, event, settings) => {
        const row = before ?? unseenStrategy(event.data.lesson, event.data.text, event.origin, event.at);
        const feedback = { type: feedbackOf(event, settings.score), weight: 1, at: event.at };
        return {
          lesson: row.lesson,
          text: row.text,
          origin: row.origin,
          confirmed: row.confirmed || isWitness(event.origin),
          successes: row.successes + (event.data.success ? 1 : 0),
          failures: row.failures + (event.data.success ? 0 : 1),
          maturity: addMaturityFeedback(row.maturity, feedback, settings.halfLifeDays),
          promoted: row.promoted,
          deprecated: row.deprecated,
          firstSeenAt: row.firstSeenAt,
          lastSeenAt: laterOf(row.lastSeenAt, event.at),
          invertedBy: row.invertedBy,
          exposures: row.exposures,
          evidence: withEvidence(row, event.seq),
        };
      },
    },
    "strategy-inverted": {
      keys: (event) => [event.data.lesson],
      evolve: (row, event) =>
        row && { ...row, invertedBy: event.seq, evidence: withEvidence(row, event.seq) },
    },
    "lesson-exposed": {
      keys: (event) => strategyKeys(event.data.lesson),
      evolve: (row, event) =>
        row && { ...row, exposures: row.exposures + 1, evidence: withEvidence(row, event.seq) },
    },
    "lesson-promoted": {
      keys: (event) => strategyKeys(event.data.lesson),
      evolve: (row, event) =>
        row && { ...row, promoted: true, confirmed: true, evidence: withEvidence(row, event.seq) },
    },
    "lesson-deprecated": {
      keys: (event) => strategyKeys(event.data.lesson),
      evolve: (row, { data: { by, reason }, at, seq }) =>
        row && { ...row, promoted: false, deprecated: { by, reason, at }, evidence: withEvidence(row, seq) },
    },
    "lesson-reset": {
      keys: (event) => strategyKeys(event.data.lesson),
      evolve: (row, event) =>
        row && {
          ...unseenStrategy(row.lesson, row.text, row.origin, row.firstSeenAt),
          lastSeenAt: row.lastSeenAt,
          exposures: row.exposures,
          evidence: [event.seq],
        },
    },
    "lesson-forgotten": {
      keys: (event) => strategyKeys(event.data.lesson),
      evolve: () => undefined,
    },
  },
};

/**
 * Where a strategy stands now: what a person or a sticky event decided, else what its evidence speaks for.
 */
export function stateOfStrategy(
  row: StrategyRow,
  now: number,
  settings: Config["strategies"],
): MaturityState {
  if (row.deprecated !== null) return "deprecated";
  return row.promoted ? "proven" : maturityOf(row.maturity, now, settings).state;
}

/** An anti-pattern is the same lesson seen from its other side, and shares its row. */
export function strategyOf(lesson: string): string {
  return lesson.replace(/^anti-/, "");
}

/** Lessons of other kinds have rows of their own. */
function strategyKeys(lesson: string): readonly string[] {
  return isInsight(lesson) || isDirective(lesson) ? [] : [strategyOf(lesson)];
}

/**
 * What an outcome implies about its strategy. An old observation without signals says only whether it
 * succeeded.
 */
export function feedbackOf({ data }: EventOf<"strategy-observed">, score: Config["outcomes"]): FeedbackType {
  const { signals, success } = data;
  if (signals === undefined) return success ? "helpful" : "harmful";
  return scoreOutcome({ ...signals, result: success ? "success" : "failure" }, score).type;
}

function unseenStrategy(lesson: string, text: string, origin: string, at: string): StrategyRow {
  return {
    lesson,
    text,
    origin,
    confirmed: false,
    successes: 0,
    failures: 0,
    maturity: noMaturity,
    promoted: false,
    deprecated: null,
    firstSeenAt: at,
    lastSeenAt: at,
    invertedBy: null,
    exposures: 0,
    evidence: [],
  };
}

function withEvidence(row: StrategyRow, seq: number): readonly number[] {
  return pushBounded(row.evidence, seq, evidenceKept);
}

/** Its state, and until when. An anti-pattern is counted as such, a candidate is whatever is nothing else. */
function strategyPlaces(row: StrategyRow, settings: StrategySettings): readonly string[] {
  if (row.invertedBy !== null) return [];
  const always = moment(Number.POSITIVE_INFINITY);
  if (row.deprecated !== null) return [stateList("deprecated") + always];
  if (row.promoted) return ["proven", "established"].map((state) => stateList(state) + always);
  return maturityUntil(row.maturity, settings).map(({ state, until }) => stateList(state) + moment(until));
}
