import { type Config, defaults } from "../../config/settings.js";
import { expectNumber, expectOneOf } from "../outcomes/expect.js";
import { type MaturityTuning, maturitySettings } from "./maturity-config.js";

export type MaturityState = "candidate" | "established" | "proven" | "deprecated";

const states: readonly MaturityState[] = ["candidate", "established", "proven", "deprecated"];

/** Feedback as it counts now: the sum of weight times decay. */
export interface DecayedCounts {
  readonly decayedHelpful: number;
  readonly decayedHarmful: number;
}

/**
 * The state that the counts alone speak for. The order matters: harm is looked at before anything else.
 * A ratio this close to a bound is on it: rounding must not deprecate, for nobody but a person undoes that.
 */
export function stateOf(
  { decayedHelpful, decayedHarmful }: DecayedCounts,
  settings: Config["strategies"],
): MaturityState {
  const helpful = expectNumber("decayedHelpful", decayedHelpful, 0, Number.POSITIVE_INFINITY);
  const total = helpful + expectNumber("decayedHarmful", decayedHarmful, 0, Number.POSITIVE_INFINITY);
  const harmfulRatio = total === 0 ? 0 : decayedHarmful / total;
  const enough = total >= settings.minFeedback - settings.epsilon;
  const { toleranceRatio } = defaults.outcomes;
  if (enough && harmfulRatio > settings.deprecatedHarmfulRatioAbove + toleranceRatio) return "deprecated";
  if (!enough) return "candidate";
  const manyHelpful = helpful >= settings.provenMinHelpful - settings.epsilon;
  return manyHelpful && harmfulRatio < settings.provenHarmfulRatioBelow - toleranceRatio
    ? "proven"
    : "established";
}

/** What a strategy's score is multiplied by; 0 leaves it out. */
export function getMaturityMultiplier(
  state: MaturityState,
  config: MaturityTuning = defaults.strategies,
): number {
  const settings = maturitySettings(config);
  return {
    candidate: settings.candidateMultiplier,
    established: settings.establishedMultiplier,
    proven: settings.provenMultiplier,
    deprecated: settings.deprecatedMultiplier,
  }[expectOneOf("state", state, states)];
}
