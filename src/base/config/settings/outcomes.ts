import { make } from "../setting.js";

const { choice, count, days, ms, ratio } = make;

/** How a run's outcome becomes feedback, and feedback a criterion's weight. */
export const outcomes = {
  outcomes: {
    fastBelowMs: ms(300_000, [0, 604_800_000], "swarm: fastCompletionThresholdMs", "A shorter run is fast."),
    slowAboveMs: ms(1_800_000, [0, 604_800_000], "swarm: slowCompletionThresholdMs", "A longer run is slow."),
    fewErrorsMax: count(
      2,
      [0, 1000],
      "swarm: maxErrorsForHelpful",
      "Up to this many errors are few; more are many.",
    ),
  },
  criteria: {
    halfLifeDays: days(
      90,
      [0.01, 36_500],
      "swarm: halfLifeDays",
      "Feedback loses half its value in this time.",
    ),
    minFeedback: count(
      3,
      [1, 1000],
      "swarm: minFeedbackForAdjustment",
      "Fewer events than this never deprecate.",
    ),
    maxHarmfulRatio: ratio(0.3, "swarm: maxHarmfulRatio", "A larger harmful share deprecates the criterion."),
    harmfulMass: choice(
      "value",
      ["value", "severity"],
      "swarm: harmfulSum",
      "What a harmful event adds: its own score, or 1 minus it, so that worse failures count more.",
    ),
  },
};
