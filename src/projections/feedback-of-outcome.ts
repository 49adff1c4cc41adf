import type { Config } from "../config/settings.js";
import { implicitFeedback } from "../engines/outcomes/score-implicit-feedback.js";
import type { EventOf } from "../events/catalog.js";
import { signalsOf } from "./signals-of.js";

/** What an outcome implies. */
export function feedbackOfOutcome(
  event: EventOf<"outcome-recorded">,
  score: Config["outcomes"],
): ReturnType<typeof implicitFeedback> {
  return implicitFeedback(signalsOf(event), score);
}
