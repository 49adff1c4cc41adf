import type { Config } from "../config/settings.js";
import {
  type ConstraintSuggestion,
  suggestConstraints,
} from "../engines/reliability/constraint-suggestions.js";
import { patternIdOf } from "../engines/reliability/failure-pattern.js";
import {
  initialThresholds,
  type ThresholdPolicy,
  updateThresholds,
} from "../engines/reliability/threshold-policy.js";
import type { Projection } from "./projection.js";
import { runOutcomeOf } from "./run-outcome-of.js";
import { views } from "./views.js";

/** The project's own limits, and how often learning spoke up, in one row. */
export interface GovernanceRow {
  readonly thresholds: ThresholdPolicy;
  /** The newest suggestions, oldest first. */
  readonly suggestions: readonly ConstraintSuggestion[];
  readonly patternsDetected: number;
  readonly overlaysApplied: number;
  readonly relaxationsSuggested: number;
  readonly reviews: number;
}

export const governanceKey = "all";
const suggestionsKept = 20;

export const governance: Projection<GovernanceRow, Config["thresholds"]> = {
  ...views.governance,
  on: {
    "outcome-recorded": {
      keys: () => [governanceKey],
      evolve: (before, event, settings) => {
        const row = before ?? nothing(settings);
        const outcome = runOutcomeOf(event);
        const suggested = suggestConstraints(outcome);
        return {
          thresholds: updateThresholds(row.thresholds, outcome, settings),
          suggestions: suggested.length === 0 ? row.suggestions : withSuggestions(row, suggested),
          patternsDetected: row.patternsDetected + (patternIdOf(outcome) === undefined ? 0 : 1),
          overlaysApplied: row.overlaysApplied,
          relaxationsSuggested: row.relaxationsSuggested,
          reviews: row.reviews,
        };
      },
    },
    "policy-tightened": {
      keys: () => [governanceKey],
      evolve: (row, _event, settings) => add(row ?? nothing(settings), "overlaysApplied"),
    },
    "relaxation-suggested": {
      keys: () => [governanceKey],
      evolve: (row, _event, settings) => add(row ?? nothing(settings), "relaxationsSuggested"),
    },
    "policy-relaxed": {
      keys: () => [governanceKey],
      evolve: (row, _event, settings) => add(row ?? nothing(settings), "reviews"),
    },
  },
};

function withSuggestions(
  row: GovernanceRow,
  suggested: readonly ConstraintSuggestion[],
): GovernanceRow["suggestions"] {
  return [...row.suggestions, ...suggested].slice(-suggestionsKept);
}

function add(
  row: GovernanceRow,
  counter: "overlaysApplied" | "relaxationsSuggested" | "reviews",
): GovernanceRow {
  return { ...row, [counter]: row[counter] + 1 };
}

function nothing(settings: Config["thresholds"]): GovernanceRow {
  return {
    thresholds: initialThresholds(settings),
    suggestions: [],
    patternsDetected: 0,
    overlaysApplied: 0,
    relaxationsSuggested: 0,
    reviews: 0,
  };
}
