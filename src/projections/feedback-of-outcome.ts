import type { Config } from "../config/settings.js";
import { implicitFeedback } from "../engines/outcomes/score-implicit-feedback.js";
import type { EventOf } from "../events/catalog.js";
import { signalsOf } from "./signals-of.js";

type Judged = ReturnType<typeof implicitFeedback>;

const last: { event?: EventOf<"outcome-recorded">; score?: Config["outcomes"]; judged?: Judged } = {};

/** What an outcome implies, worked out once although several folds ask, one after the other. */
export function feedbackOfOutcome(event: EventOf<"outcome-recorded">, score: Config["outcomes"]): Judged {
  if (last.event === event && last.score === score && last.judged !== undefined) return last.judged;
  const judged = implicitFeedback(signalsOf(event), score);
  last.event = event;
  last.score = score;
  last.judged = judged;
  return judged;
}
