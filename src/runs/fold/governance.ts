import type { Config } from "../../base/config/settings.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";
import {
  type OpenSuggestion,
  suggestConstraints,
  suggestionsAfter,
} from "../reliability/constraint-suggestions.js";
import {
  initialThresholds,
  type ThresholdPolicy,
  updateThresholds,
} from "../reliability/threshold-policy.js";

/** The project's own limits, and how often learning spoke up, in one row. */
export interface GovernanceRow {
  readonly thresholds: ThresholdPolicy;
  /** The newest suggestions whose cause is not gone, oldest first. */
  readonly suggestions: readonly OpenSuggestion[];
  readonly relaxationsSuggested: number;
  readonly reviews: number;
}

export const governanceKey = "all";
const suggestionsKept = 20;

type GovernanceSettings = Pick<Config["policy"], "relaxAfterSuccesses">;

export const governance: Projection<GovernanceRow, GovernanceSettings> = {
  ...views.governance,
  on: {
    "outcome-recorded": {
      keys: () => [governanceKey],
      evolve: (row = nothing, { data: outcome, run, task, id, at }, settings) => {
        const fresh = suggestConstraints(outcome, run ?? task ?? id);
        const suggestions = suggestionsAfter(row.suggestions, outcome, fresh, at, settings);
        return {
          thresholds: updateThresholds(row.thresholds, outcome),
          suggestions: suggestions.slice(-suggestionsKept),
          relaxationsSuggested: row.relaxationsSuggested,
          reviews: row.reviews,
        };
      },
    },
    "relaxation-suggested": {
      keys: () => [governanceKey],
      evolve: (row = nothing) => withOneMore(row, "relaxationsSuggested"),
    },
    "policy-relaxed": {
      keys: () => [governanceKey],
      evolve: (row = nothing, { data }) => withOneMore(withoutSuggestions(row, data.capability), "reviews"),
    },
    "policy-set": {
      keys: () => [governanceKey],
      evolve: (row = nothing, { data }) => withoutSuggestions(row, data.capability),
    },
  },
};

/** A person has decided about the adapter, and no longer needs to be asked to. */
function withoutSuggestions(row: GovernanceRow, adapter: string): GovernanceRow {
  const others = row.suggestions.filter(({ adapterId }) => adapterId !== adapter);
  return others.length === row.suggestions.length ? row : { ...row, suggestions: others };
}

function withOneMore(row: GovernanceRow, counter: "relaxationsSuggested" | "reviews"): GovernanceRow {
  return { ...row, [counter]: row[counter] + 1 };
}

const nothing: GovernanceRow = {
  thresholds: initialThresholds,
  suggestions: [],
  relaxationsSuggested: 0,
  reviews: 0,
};
