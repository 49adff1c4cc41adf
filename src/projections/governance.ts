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

export const governance: Projection<GovernanceRow, null> = {
  ...views.governance,
  on: {
    "outcome-recorded": {
      keys: () => [governanceKey],
      evolve: (row = nothing, { data: outcome, run, task, id }) => {
        const suggested = suggestConstraints(outcome, run ?? task ?? id);
        return {
          thresholds: updateThresholds(row.thresholds, outcome),
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
      evolve: (row = nothing) => add(row, "overlaysApplied"),
    },
    "relaxation-suggested": {
      keys: () => [governanceKey],
      evolve: (row = nothing) => add(row, "relaxationsSuggested"),
    },
    "policy-relaxed": {
      keys: () => [governanceKey],
      evolve: (row = nothing) => add(row, "reviews"),
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

const nothing: GovernanceRow = {
  thresholds: initialThresholds,
  suggestions: [],
  patternsDetected: 0,
  overlaysApplied: 0,
  relaxationsSuggested: 0,
  reviews: 0,
};
