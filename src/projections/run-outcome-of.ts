import type { RunOutcome } from "../engines/reliability/run-outcome.js";
import { outcomeOfEvent } from "../engines/reliability/to-run-outcome.js";
import type { EventOf } from "../events/catalog.js";

const known = new WeakMap<EventOf<"outcome-recorded">, RunOutcome>();

/** The outcome as the rules of reliability read it, worked out once per event although several folds ask. */
export function runOutcomeOf(event: EventOf<"outcome-recorded">): RunOutcome {
  const before = known.get(event);
  if (before !== undefined) return before;
  const outcome = outcomeOfEvent(event);
  known.set(event, outcome);
  return outcome;
}
