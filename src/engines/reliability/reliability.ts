import { type Config, defaults } from "../../config/settings.js";
import { judgedAdapters } from "./attribution.js";
import {
  type AdapterReliability,
  addOutcome,
  type ReliabilityTally,
  reliabilityOf,
} from "./reliability-tally.js";
import type { RunOutcome, RunOutcomeInput } from "./run-outcome.js";
import { toRunOutcome } from "./to-run-outcome.js";

/**
 * How far each adapter can be relied on, from all outcomes in the order in which they were recorded; sorted
 * by adapter.
 */
export function rebuildReliability(
  outcomes: readonly RunOutcomeInput[],
  settings: Config["reliability"] = defaults.reliability,
): AdapterReliability[] {
  return reliabilityRows(tallyOutcomes(outcomes.map((outcome) => toRunOutcome(outcome))), settings);
}

export function reliabilityRows(
  tallies: ReadonlyMap<string, ReliabilityTally>,
  settings: Config["reliability"] = defaults.reliability,
): AdapterReliability[] {
  return [...tallies]
    .map(([adapterId, tally]) => ({ adapterId, ...reliabilityOf(tally, settings) }))
    .sort((a, b) => (a.adapterId < b.adapterId ? -1 : 1));
}

/** The tally of each adapter. */
export function tallyOutcomes(outcomes: readonly RunOutcome[]): ReadonlyMap<string, ReliabilityTally> {
  const tallies = new Map<string, ReliabilityTally>();
  for (const outcome of outcomes) {
    for (const adapter of judgedAdapters(outcome))
      tallies.set(adapter, addOutcome(tallies.get(adapter), outcome));
  }
  return tallies;
}
