import { make } from "../setting.js";

const { bytes, count, days, factor, ratio, string } = make;

/** Strategies with their maturity, anti-patterns, and the plan prompt that shows both. */
export const strategies = {
  strategies: {
    halfLifeDays: days(
      90,
      [0.01, 36_500],
      "swarm: maturityConfig.halfLifeDays",
      "Feedback loses half its count in this time.",
    ),
    minFeedback: count(
      3,
      [1, 1000],
      "swarm: maturityConfig.minFeedback",
      "Decayed events below this leave a candidate.",
    ),
    provenMinHelpful: count(
      5,
      [1, 1000],
      "swarm: maturityConfig.minHelpful",
      "Decayed helpful events a proven strategy has.",
    ),
    provenHarmfulRatioBelow: ratio(
      0.15,
      "swarm: maturityConfig.maxHarmful",
      "A proven strategy stays below this harmful share.",
    ),
    deprecatedHarmfulRatioAbove: ratio(
      0.3,
      "swarm: maturityConfig.deprecationThreshold",
      "A larger harmful share deprecates the strategy.",
    ),
    candidateMultiplier: factor(
      0.5,
      [0, 10],
      "swarm: multipliers.candidate",
      "Ranking factor of a candidate.",
    ),
    establishedMultiplier: factor(
      1,
      [0, 10],
      "swarm: multipliers.established",
      "Ranking factor of an established strategy.",
    ),
    provenMultiplier: factor(
      1.5,
      [0, 10],
      "swarm: multipliers.proven",
      "Ranking factor of a proven strategy.",
    ),
  },
  antiPatterns: {
    minObservations: count(
      3,
      [1, 1000],
      "swarm: antiPatternConfig.minObservations",
      "Fewer observations than this never invert.",
    ),
    failureRatio: ratio(
      0.6,
      "swarm: antiPatternConfig.failureRatioThreshold",
      "A failure share of this or more inverts a strategy.",
    ),
    prefix: string(
      "AVOID: ",
      "swarm: antiPatternConfig.antiPatternPrefix",
      "Opens the text of an anti-pattern.",
    ),
  },
  plan: {
    similarTasks: count(5, [0, 100], "swarm: queryPatterns limit", "Similar tasks looked up for a plan."),
    maxStrategies: count(10, [0, 1000], "ours", "Strategies shown in one plan prompt."),
    maxPromptBytes: bytes(32_768, [1024, 1_048_576], "ours", "A plan prompt never grows larger than this."),
  },
};
