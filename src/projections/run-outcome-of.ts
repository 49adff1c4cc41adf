import type { RunOutcome } from "../engines/reliability/run-outcome.js";
import { outcomeOfEvent } from "../engines/reliability/to-run-outcome.js";
import type { EventOf } from "../events/catalog.js";

/** The outcome as the rules of reliability read it. */
export function runOutcomeOf(event: EventOf<"outcome-recorded">): RunOutcome {
  return outcomeOfEvent(event);
}
