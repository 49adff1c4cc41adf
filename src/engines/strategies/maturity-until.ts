import { defaults } from "../../config/settings.js";
import { type Mass, massAt } from "../outcomes/decaying-mass.js";
import { type MaturityState, stateOf } from "./maturity-rule.js";
import type { MaturityRules } from "./maturity-rules.js";
import type { MaturityTally } from "./maturity-tally.js";

/** A state that the evidence speaks for, and the moment from which on it is too old to, in milliseconds. */
export interface StateUntil {
  readonly state: Exclude<MaturityState, "candidate">;
  readonly until: number;
}

const dayMs = 86_400_000;

/**
 * How long a tally speaks for more than candidate, if nothing is added to it. Both sides fade at one rate, so
 * their ratio stays and only the amounts shrink: what is proven is established later, and a candidate in the
 * end.
 */
export function maturityUntil(
  { helpful, harmful }: MaturityTally,
  rules: MaturityRules,
): readonly StateUntil[] {
  const asOf = Math.max(helpful.asOf, harmful.asOf);
  const counts = {
    decayedHelpful: massAt(helpful, asOf, rules.halfLifeDays),
    decayedHarmful: massAt(harmful, asOf, rules.halfLifeDays),
  };
  const state = stateOf(counts, { ...defaults.strategies, ...rules });
  if (state === "candidate") return [];
  const sum = { mass: counts.decayedHelpful + counts.decayedHarmful, asOf };
  const enough = leastAt(sum, rules.minFeedback - rules.epsilon, rules);
  if (state !== "proven") return [{ state, until: enough }];
  const many = leastAt({ mass: counts.decayedHelpful, asOf }, rules.provenMinHelpful - rules.epsilon, rules);
  return [
    { state, until: Math.min(many, enough) },
    { state: "established", until: enough },
  ];
}

/** The first moment at which less than this is left of a mass. */
function leastAt({ mass, asOf }: Mass, least: number, { halfLifeDays }: MaturityRules): number {
  if (least <= 0) return Number.POSITIVE_INFINITY;
  return asOf + Math.max(0, Math.log2(mass / least)) * halfLifeDays * dayMs;
}
