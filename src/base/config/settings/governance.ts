import { make } from "../setting.js";

const { boolean, count, days, factor, ratio } = make;

/** Reliability of capabilities, and the policy learned from it. */
export const governance = {
  failurePatterns: {
    initialConfidence: ratio(0.55, "governance: INITIAL_CONFIDENCE", "Confidence at the first occurrence."),
    confidenceStep: ratio(0.05, "governance: CONFIDENCE_INCREMENT", "Added for each further occurrence."),
    highestConfidence: ratio(0.95, "governance: MAX_CONFIDENCE", "Confidence never exceeds this."),
  },
  reliability: {
    successWeight: ratio(0.6, "governance: WEIGHTS.successRate", "Share of the success rate."),
    retryWeight: ratio(0.2, "governance: WEIGHTS.retryEfficiency", "Share of the retry efficiency."),
    qualityWeight: ratio(0.2, "governance: WEIGHTS.qualityScore", "Share of the quality."),
  },
  policy: {
    minOutcomes: count(
      3,
      [1, 1000],
      "ours",
      "With fewer outcomes of its own since the last review a capability has the base policy.",
    ),
    approvalBelowScore: ratio(0.75, "governance: requireApproval", "A lower reliability requires approval."),
    approvalOccurrences: count(
      3,
      [1, 1000],
      "governance: requireApproval",
      "One pattern seen this often requires approval.",
    ),
    riskyBelowScore: ratio(0.7, "governance: RISK_THRESHOLDS.high", "A lower reliability is risky."),
    trustedAboveScore: ratio(0.9, "governance: RISK_THRESHOLDS.low", "A higher reliability is trusted."),
    riskyMultiplier: factor(
      1.4,
      [1, 10],
      "governance: RISK_THRESHOLDS.high",
      "Risk factor of a risky capability.",
    ),
    trustedMultiplier: factor(
      0.9,
      [0, 1],
      "governance: RISK_THRESHOLDS.low",
      "Risk factor of a trusted capability.",
    ),
    fewerRetriesBelowScore: ratio(
      0.75,
      "ours (governance: suggestedMaxRetries)",
      "A lower reliability gets the fewer retries.",
    ),
    fewerRetries: count(
      1,
      [0, 100],
      "governance: suggestedMaxRetries",
      "Retries of an unreliable capability; attempts are one more.",
    ),
    usualRetries: count(
      2,
      [0, 100],
      "governance: suggestedMaxRetries",
      "Retries of a reliable capability; attempts are one more.",
    ),
    relaxAfterSuccesses: count(
      5,
      [1, 1000],
      "governance: 5+ more successes",
      "Successes in a row before relaxing is suggested.",
    ),
    relaxAtScore: ratio(
      0.75,
      "ours (governance: requireApproval)",
      "Reliability needed before relaxing is suggested.",
    ),
    staleAfterDays: days(
      30,
      [1, 3650],
      "governance: overlay > 30 days old",
      "Without evidence for this long, an overlay is stale.",
    ),
    baseMaxRetries: count(
      2,
      [0, 100],
      "governance: base policy",
      "Retries allowed before anything is learned.",
    ),
    baseRequireApproval: boolean(
      false,
      "ours (governance: base policy)",
      "Whether every capability needs approval.",
    ),
  },
};
