import type { OutcomeSignals } from "../engines/outcomes/score-implicit-feedback.js";
import type { EventOf } from "../events/catalog.js";

/** The scoring rule reads an outcome in the swarm's words. */
export function signalsOf(event: EventOf<"outcome-recorded">): OutcomeSignals {
  return {
    bead_id: event.task ?? event.id,
    duration_ms: event.data.durationMs,
    error_count: event.data.errorCount,
    retry_count: event.data.retryCount,
    success: event.data.result === "success",
    timestamp: event.at,
  };
}
