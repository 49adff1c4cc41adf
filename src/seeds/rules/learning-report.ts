import { type Config, defaults } from "../../base/config/settings.js";
import { type Moment, momentIso, newestKnown, unknownTime } from "../../runs/outcomes/moment.js";
import type { RunResult } from "../../runs/outcomes/outcome.js";
import { judgedAdapters } from "../../runs/reliability/attribution.js";
import {
  type ConstraintSuggestion,
  isCurrent,
  type OpenSuggestion,
  suggestConstraints,
  suggestionsAfter,
} from "../../runs/reliability/constraint-suggestions.js";
import type { PolicyChange } from "../../runs/reliability/effective-policy.js";
import type { FailurePattern } from "../../runs/reliability/failure-pattern.js";
import {
  type AdaptivePolicyOverlay,
  isStale,
  limitedFields,
  shouldSuggestRelaxation,
} from "../../runs/reliability/overlay.js";
import { type AdapterReliability, emptyTally, reportLengths } from "../../runs/reliability/reliability.js";
import { tallyOutcomes } from "./adapters.js";
import type { LearningCycleResult } from "./learning-cycle.js";
import type { LearningState } from "./learning-state.js";
import type { RunOutcome } from "./run-outcome.js";

export type ReportSettings = Pick<Config, "reliability" | "policy">;

/** An adapter that had done well for long and then did not. */
export interface Regression {
  readonly adapterId: string;
  readonly runId: string;
  readonly result: RunResult;
  readonly at: string;
  readonly successesBefore: number;
}

export interface LearningReport {
  readonly generatedAt: string;
  readonly outcomes: { readonly total: number } & Readonly<Record<RunResult, number>>;
  readonly regressions: readonly Regression[];
  readonly suggestions: readonly ConstraintSuggestion[];
  /** Adapters whose learned policy a person might relax. */
  readonly relaxations: readonly string[];
  /** What the newest cycle changed; empty when the report is of a state alone. */
  readonly changes: readonly PolicyChange[];
  readonly strongest: readonly AdapterReliability[];
  readonly weakest: readonly AdapterReliability[];
  readonly patterns: readonly FailurePattern[];
  /** All of them, for looking one up. */
  readonly overlays: readonly AdaptivePolicyOverlay[];
  /** Those that demand more than the base policy does. */
  readonly activeOverlays: readonly AdaptivePolicyOverlay[];
  readonly staleOverlays: readonly AdaptivePolicyOverlay[];
}

/** The state of what was learned, for machines. Without `now` the newest time in the state is the present. */
export function buildLearningReportJson(
  state: LearningState,
  result?: Pick<LearningCycleResult, "policyDiff" | "constraintSuggestions">,
  settings: ReportSettings = defaults,
  now?: Moment,
): LearningReport {
  const generatedAt = momentIso("now", now ?? newestIn(state));
  const ranked = [...state.reliability].sort(byScore);
  return {
    generatedAt,
    outcomes: countResults(state),
    regressions: findRegressions(state.outcomes, settings.policy),
    suggestions: result?.constraintSuggestions ?? openSuggestions(state, settings.policy, generatedAt),
    relaxations: relaxable(state, settings),
    changes: result?.policyDiff.changes ?? [],
    strongest: ranked.slice(0, reportLengths.strongest),
    weakest: ranked.toReversed().slice(0, reportLengths.weakest),
    patterns: [...state.patterns].sort(byOccurrences).slice(0, reportLengths.failurePatterns),
    overlays: state.overlays,
    activeOverlays: state.overlays.filter((each) => limitedFields(each, settings.policy).length > 0),
    staleOverlays: state.overlays.filter((each) => isStale(each, generatedAt, settings.policy)),
  };
}

function countResults({ outcomes }: LearningState): LearningReport["outcomes"] {
  const counts = { total: outcomes.length, success: 0, partial: 0, failure: 0 };
  for (const { result } of outcomes) counts[result] += 1;
  return counts;
}

/**
 * The adapters whose newest outcome ended as long a row of successes as would have let a person relax their
 * policy.
 */
export function findRegressions(
  outcomes: readonly RunOutcome[],
  settings: Pick<Config["policy"], "relaxAfterSuccesses">,
): Regression[] {
  const streaks = new Map<string, number>();
  const regressions = new Map<string, Regression>();
  for (const outcome of outcomes) {
    for (const adapterId of judgedAdapters(outcome)) {
      const successesBefore = streaks.get(adapterId) ?? 0;
      const { runId, result, at } = outcome;
      streaks.set(adapterId, result === "success" ? successesBefore + 1 : 0);
      regressions.delete(adapterId);
      if (result === "success" || successesBefore < settings.relaxAfterSuccesses) continue;
      regressions.set(adapterId, { adapterId, runId, result, at, successesBefore });
    }
  }
  return [...regressions.values()];
}

/** Each kind once per adapter, as the newest run gave reason for it, until its cause is gone. */
function openSuggestions(
  { outcomes }: LearningState,
  settings: Config["policy"],
  now: Moment,
): ConstraintSuggestion[] {
  const open = outcomes.reduce<readonly OpenSuggestion[]>((before, outcome) => {
    const fresh = suggestConstraints(outcome, outcome.runId);
    return suggestionsAfter(before, outcome, fresh, outcome.at, settings);
  }, []);
  return open
    .filter((each) => isCurrent(each, now, settings))
    .map(({ at: _at, successes: _successes, ...suggestion }) => suggestion);
}

function relaxable({ outcomes, overlays }: LearningState, settings: ReportSettings): string[] {
  const tallies = tallyOutcomes(outcomes);
  return overlays
    .filter((each) => shouldSuggestRelaxation(tallies.get(each.adapterId) ?? emptyTally, each, settings))
    .map(({ adapterId }) => adapterId)
    .sort();
}

/** Best first; a score that is not a number is the worst. */
function byScore(a: AdapterReliability, b: AdapterReliability): number {
  return rankOf(b) - rankOf(a) || byName(a.adapterId, b.adapterId);
}

function rankOf({ reliabilityScore }: AdapterReliability): number {
  return Number.isFinite(reliabilityScore) ? reliabilityScore : -1;
}

function byOccurrences(a: FailurePattern, b: FailurePattern): number {
  return b.occurrences - a.occurrences || byName(a.id, b.id);
}

function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function newestIn({ outcomes, overlays, patterns }: LearningState): string {
  const times = [
    ...outcomes.map((each) => each.at),
    ...overlays.map((each) => each.updatedAt),
    ...patterns.map((each) => each.lastSeenAt),
  ];
  return newestKnown(times) ?? unknownTime;
}
