import { make } from "../setting.js";

const { choice, count, days, ms, ratio } = make;

/** How a run's outcome becomes feedback, and feedback a criterion's weight. */
export const outcomes = {
  outcomes: {
    fastBelowMs: ms(300_000, [0, 604_800_000], "swarm: fastCompletionThresholdMs", "A shorter run is fast."),
    slowAboveMs: ms(1_800_000, [0, 604_800_000], "swarm: slowCompletionThresholdMs", "A longer run is slow."),
    fastScore: ratio(1, "swarm: duration, fast", "Duration score of a fast run."),
    mediumScore: ratio(
      0.6,
      "swarm: duration, medium",
      "Duration score of a run that is neither fast nor slow.",
    ),
    slowScore: ratio(0.2, "swarm: duration, slow", "Duration score of a slow run."),
    fewErrorsMax: count(
      2,
      [0, 1000],
      "swarm: maxErrorsForHelpful",
      "Up to this many errors are few; more are many.",
    ),
    noErrorsScore: ratio(1, "swarm: 0 errors", "Error score of a run without errors."),
    fewErrorsScore: ratio(0.6, "swarm: 1-2 errors", "Error score of a run with few errors."),
    manyErrorsScore: ratio(0.2, "swarm: 3+ errors", "Error score of a run with many errors."),
    fewRetriesMax: count(1, [0, 1000], "swarm: 1 retry", "Up to this many retries are few; more are many."),
    noRetriesScore: ratio(1, "swarm: 0 retries", "Retry score of a run without retries."),
    fewRetriesScore: ratio(0.7, "swarm: 1 retry", "Retry score of a run with few retries."),
    manyRetriesScore: ratio(0.3, "swarm: 2+ retries", "Retry score of a run with many retries."),
    successScore: ratio(1, "swarm: success signal", "Success score of a run that succeeded."),
    failureScore: ratio(
      0,
      "swarm: success signal",
      "Success score of a run that failed or succeeded in part.",
    ),
    successWeight: ratio(0.4, "swarm: rawScore", "Share of the success score in the raw score."),
    durationWeight: ratio(0.2, "swarm: rawScore", "Share of the duration score in the raw score."),
    errorsWeight: ratio(0.2, "swarm: rawScore", "Share of the error score in the raw score."),
    retriesWeight: ratio(0.2, "swarm: rawScore", "Share of the retry score in the raw score."),
    helpfulAtLeast: ratio(0.7, "swarm: thresholds", "A raw score of this or more is helpful."),
    harmfulAtMost: ratio(0.4, "swarm: thresholds", "A raw score of this or less is harmful."),
    toleranceRatio: ratio(1e-9, "ours", "Scores this close to a threshold are on it, whatever the rounding."),
  },
  criteria: {
    halfLifeDays: days(
      90,
      [0.01, 36_500],
      "swarm: halfLifeDays",
      "Feedback loses half its value in this time.",
    ),
    weightFloor: ratio(0.1, "swarm: weight floor", "No weight falls below this, unless deprecated."),
    weightWithoutFeedback: ratio(1, "ours", "Weight of a criterion with no helpful or harmful feedback."),
    deprecatedWeight: ratio(0, "swarm: impact 0", "Effective weight of a deprecated criterion."),
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
