import type { Config } from "../../../base/config/settings.js";
import { pushBounded } from "../../../log/bounded-list.js";
import type { EventOf } from "../../../log/events/catalog.js";
import { isByHand, mayDeprecate } from "../../../log/events/lesson.js";
import { laterOf } from "../../../log/events/time.js";
import { periodOf, stateList } from "../../../log/list-keys.js";
import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";
import { type FeedbackType, scoreOutcome } from "../../../runs/outcomes/score.js";
import { staysInverted } from "../rules/anti-pattern.js";
import {
  addMaturityFeedback,
  isKeptOut,
  type MaturityRules,
  type MaturityState,
  type MaturityTally,
  newestCounts,
  noMaturity,
  strategyMaturity,
  strategyStates,
  vouchedFor,
  type WitnessedMaturity,
} from "../rules/maturity.js";

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
  /** The part of it whose outcomes had a witness, and how many those were. Only this part proves anything. */
  readonly witnessed: MaturityTally;
  readonly witnesses: number;
  /** Whether a person vouched for it, and neither evidence nor a person has ended that. */
  readonly promoted: boolean;
  /**
   * Why it is no longer shown. Only a reset undoes a caller's decision; new evidence undoes that of evidence.
   */
  readonly deprecated: {
    readonly by: "evidence" | "person" | "caller";
    /** Who the caller is. */
    readonly origin?: string;
    readonly reason: string;
    readonly at: string;
  } | null;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** The seq of the observation that inverted it, while it is an anti-pattern. */
  readonly invertedBy: number | null;
  readonly exposures: number;
  /** The newest events behind these numbers, by seq. */
  readonly evidence: readonly number[];
}

interface StrategySettings extends MaturityRules {
  readonly score: Config["outcomes"];
  readonly antiPatterns: Pick<Config["antiPatterns"], "minObservations" | "failureRatio">;
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
        const seen = event.data.witness !== undefined;
        const feedback = { type: feedbackOf(event, settings.score), weight: 1, at: event.at };
        const maturity = addMaturityFeedback(row.maturity, feedback, settings.halfLifeDays);
        const witnessed = seen
          ? addMaturityFeedback(row.witnessed, feedback, settings.halfLifeDays)
          : row.witnessed;
        const deprecated = deprecationAfter(row, maturity, event.at, settings);
        const successes = row.successes + (event.data.success ? 1 : 0);
        const failures = row.failures + (event.data.success ? 0 : 1);
        const wasInverted = row.invertedBy !== null;
        const inverted = staysInverted(wasInverted, { successes, failures }, settings.antiPatterns);
        const counted = deprecated === null ? { maturity, witnessed } : unvouched({ maturity, witnessed });
        return {
          lesson: row.lesson,
          text: row.text,
          origin: row.origin,
          confirmed: row.confirmed || seen,
          successes,
          failures,
          maturity: counted.maturity,
          witnessed: counted.witnessed,
          witnesses: row.witnesses + (seen ? 1 : 0),
          promoted: row.promoted && deprecated === null,
          deprecated,
          firstSeenAt: row.firstSeenAt,
          lastSeenAt: laterOf(row.lastSeenAt, event.at),
          invertedBy: inverted ? (row.invertedBy ?? event.seq) : null,
          exposures: row.exposures,
          evidence: withStrategyEvidence(row, event.seq),
        };
      },
    },
    "strategy-inverted": {
      keys: (event) => [event.data.lesson],
      evolve: (row, event) => row && { ...row, evidence: withStrategyEvidence(row, event.seq) },
    },
    "strategy-restored": {
      keys: (event) => [event.data.lesson],
      evolve: (row, event) => row && { ...row, evidence: withStrategyEvidence(row, event.seq) },
    },
    "lesson-exposed": {
      keys: (event) => strategyKeys(event.data.lesson),
      evolve: (row, event) =>
        row && { ...row, exposures: row.exposures + 1, evidence: withStrategyEvidence(row, event.seq) },
    },
    "lesson-promoted": {
      keys: (event) => strategyKeys(event.data.lesson),
      evolve: (row, { at, seq }, settings) =>
        row && {
          ...row,
          promoted: true,
          confirmed: true,
          maturity: vouchedFor(row.maturity, at, settings),
          witnessed: vouchedFor(row.witnessed, at, settings),
          evidence: withStrategyEvidence(row, seq),
        },
    },
    "lesson-deprecated": {
      keys: (event) => strategyKeys(event.data.lesson),
      evolve: (row, { data: { by, reason }, origin, at, seq }) => {
        if (row === undefined) return undefined;
        const evidence = withStrategyEvidence(row, seq);
        if (!mayDeprecate(by, row)) return { ...row, evidence };
        const deprecated = { by, ...(by === "caller" ? { origin } : {}), reason, at };
        return { ...row, ...unvouched(row), promoted: false, deprecated, evidence };
      },
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

/** A promotion that evidence or a person has ended counts no more. */
function unvouched({ maturity, witnessed }: WitnessedMaturity): WitnessedMaturity {
  const { vouched } = noMaturity;
  return { maturity: { ...maturity, vouched }, witnessed: { ...witnessed, vouched } };
}

/** A caller's decision stays. The judgement of evidence is made again, with the margin. */
function deprecationAfter(
  { deprecated }: StrategyRow,
  maturity: MaturityTally,
  at: string,
  rules: MaturityRules,
): StrategyRow["deprecated"] {
  if (deprecated !== null && isByHand(deprecated)) return deprecated;
  if (!isKeptOut(deprecated !== null, newestCounts(maturity, rules), rules)) return null;
  const percent = Math.round(rules.deprecatedHarmfulRatioAbove * 1_000) / 10;
  return deprecated ?? { by: "evidence", reason: `more than ${percent} % of its evidence is harmful`, at };
}

/** Where a strategy stands now: what a person or evidence put out stays out, else what the counts say. */
export function stateOfStrategy(
  row: StrategyRow,
  now: number,
  settings: Config["strategies"],
): MaturityState {
  return row.deprecated === null ? strategyMaturity(row, now, settings) : "deprecated";
}

/** Whether no outcome behind it was seen by anybody but the one who claims it. */
export function isSelfReported({ witnesses, successes, failures, promoted }: StrategyRow): boolean {
  return witnesses === 0 && successes + failures > 0 && !promoted;
}

/** An anti-pattern is the same lesson seen from its other side, and shares its row. */
export function strategyOf(lesson: string): string {
  return lesson.replace(/^anti-/, "");
}

/** Lessons of other kinds have rows of their own. */
function strategyKeys(lesson: string): readonly string[] {
  const strategy = strategyOf(lesson);
  return strategy.startsWith("strategy-") ? [strategy] : [];
}

/**
 * What an outcome implies about its strategy. An old observation without signals says only whether it
 * succeeded.
 */
export function feedbackOf({ data }: EventOf<"strategy-observed">, score: Config["outcomes"]): FeedbackType {
  const { signals, success } = data;
  if (signals === undefined) return success ? "helpful" : "harmful";
  const { durationMs, errorCount, retryCount } = signals;
  const result = success ? "success" : "failure";
  return scoreOutcome({ result, durationMs, errorCount, retryCount }, score).type;
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
    witnessed: noMaturity,
    witnesses: 0,
    promoted: false,
    deprecated: null,
    firstSeenAt: at,
    lastSeenAt: at,
    invertedBy: null,
    exposures: 0,
    evidence: [],
  };
}

function withStrategyEvidence(row: StrategyRow, seq: number): readonly number[] {
  return pushBounded(row.evidence, seq, evidenceKept);
}

/**
 * Its state, and in which period that ends. An anti-pattern is counted as such, a candidate is whatever is
 * nothing else.
 */
function strategyPlaces(row: StrategyRow, settings: StrategySettings): readonly string[] {
  const always = periodOf(Number.POSITIVE_INFINITY);
  if (row.invertedBy !== null) return [stateList("anti_pattern") + always];
  if (row.deprecated !== null) return [stateList("deprecated") + always];
  return strategyStates(row, settings).map(({ state, until }) => stateList(state) + periodOf(until));
}
