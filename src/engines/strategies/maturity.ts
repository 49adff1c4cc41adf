import { defaults } from "../../config/settings.js";
import { decayFactor } from "../outcomes/decay.js";
import { expectNumber, expectOneOf } from "../outcomes/expect.js";
import { feedbackTypes } from "../outcomes/feedback-type.js";
import { type Moment, momentMs, newest } from "../outcomes/moment.js";
import type { FeedbackType } from "../outcomes/score-implicit-feedback.js";
import { type MaturityTuning, maturitySettings } from "./maturity-config.js";
import { type DecayedCounts, type MaturityState, stateOf } from "./maturity-rule.js";

/** One judgement of one strategy. A neutral one counts for neither side. */
export interface MaturityFeedback {
  readonly pattern_id: string;
  readonly type: FeedbackType;
  readonly timestamp: string;
  /** How many events it counts for; 1 is usual, less for a weaker source. */
  readonly weight: number;
}

/** The feedback as it counts now; without `now`, as it counted when the newest of it came. */
export function calculateDecayedCounts(
  feedback: readonly MaturityFeedback[],
  config: MaturityTuning = defaults.strategies,
  now?: Moment,
): DecayedCounts {
  const { halfLifeDays } = maturitySettings(config);
  const nowMs = momentMs("now", now ?? newestFeedback(feedback) ?? 0);
  const counts = { decayedHelpful: 0, decayedHarmful: 0 };
  for (const { type, timestamp, weight } of feedback) {
    const counted = expectNumber("weight", weight, 0, Number.POSITIVE_INFINITY);
    const left = counted * decayFactor(nowMs - momentMs("timestamp", timestamp), halfLifeDays);
    expectOneOf("type", type, feedbackTypes);
    if (type === "helpful") counts.decayedHelpful += left;
    if (type === "harmful") counts.decayedHarmful += left;
  }
  return counts;
}

/**
 * The state that the evidence alone speaks for at that moment: the slow definition, which the tally must
 * match. That a deprecated strategy stays deprecated is kept by the record of it, not here.
 */
export function calculateMaturityState(
  feedback: readonly MaturityFeedback[],
  config: MaturityTuning = defaults.strategies,
  now?: Moment,
): MaturityState {
  return stateOf(calculateDecayedCounts(feedback, config, now), maturitySettings(config));
}

export function newestFeedback(feedback: readonly MaturityFeedback[]): string | null {
  return newest(
    "timestamp",
    feedback.map(({ timestamp }) => timestamp),
  );
}
