import type { RunOutcome } from "../engines/reliability/run-outcome.js";
import { outcomeOfEvent } from "../engines/reliability/to-run-outcome.js";
import type { EventOf } from "../events/catalog.js";

const last: { event?: EventOf<"outcome-recorded">; outcome?: RunOutcome } = {};

/**
 * The outcome as the rules of reliability read it, worked out once although several folds ask, one after the
 * other.
 */
export function runOutcomeOf(event: EventOf<"outcome-recorded">): RunOutcome {
  if (last.event === event && last.outcome !== undefined) return last.outcome;
  const outcome = outcomeOfEvent(event);
  last.event = event;
  last.outcome = outcome;
  return outcome;
}
