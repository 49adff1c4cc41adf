import { make } from "../setting.js";

const { boolean, count, days, factor, level, ratio, score } = make;

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
    retriesCap: count(
      3,
      [1, 100],
      "governance: min(avgRetries, 3)",
      "Average retries from which retry efficiency is 0.",
    ),
    decimals: level(3, [0, 15], "ours", "Decimals a reliability score is rounded to."),
  },
  policy: {
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
      [0, 10],
      "governance: RISK_THRESHOLDS.high",
      "Risk factor of a risky capability.",
    ),
    normalMultiplier: factor(
      1,
      [0, 10],
      "governance: RISK_THRESHOLDS.normal",
      "Risk factor between risky and trusted.",
    ),
    trustedMultiplier: factor(
      0.9,
      [0, 10],
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
    baseRiskMultiplier: factor(
      1,
      [0, 10],
      "ours (governance: base policy)",
      "Risk factor before anything is learned.",
    ),
    baseRequireApproval: boolean(
      false,
      "ours (governance: base policy)",
      "Whether every capability needs approval.",
    ),
  },
  agents: {
    successReward: score(
      0.02,
      [0, 1],
      "ours (governance: agentProfiles)",
      "Gained on success, times confidence.",
    ),
    failurePenalty: score(
      0.05,
      [0, 1],
      "ours (governance: agentProfiles)",
      "Lost on failure, times confidence.",
    ),
    partialPenalty: score(
      0.01,
      [0, 1],
      "ours (governance: agentProfiles)",
      "Lost on partial success, times confidence.",
    ),
    rollbackPenalty: score(
      0.02,
      [0, 1],
      "ours (governance: agentProfiles)",
      "Lost when the run was rolled back.",
    ),
    overridePenalty: score(
      0.015,
      [0, 1],
      "ours (governance: agentProfiles)",
      "Lost when a person overrode the run.",
    ),
    stepBound: score(
      0.05,
      [0, 1],
      "ours (governance: agentProfiles)",
      "One outcome moves a profile by at most this.",
    ),
    floor: ratio(0.3, "ours (governance: agentProfiles)", "A profile never falls below this."),
    ceiling: ratio(0.95, "ours (governance: agentProfiles)", "A profile never rises above this."),
  },
  thresholds: {
    lowRisk: ratio(0.55, "ours (governance: thresholdPolicy)", "Starting threshold for low risk."),
    mediumRisk: ratio(0.65, "ours (governance: thresholdPolicy)", "Starting threshold for medium risk."),
    highRisk: ratio(
      0.75,
      "ours (governance: thresholdPolicy)",
      "Starting threshold for high risk; success never lowers it.",
    ),
    shift: ratio(0.05, "ours (governance: thresholdPolicy)", "One outcome moves a threshold by this."),
    floor: ratio(0.4, "ours (governance: thresholdPolicy)", "A threshold never falls below this."),
    ceiling: ratio(0.9, "ours (governance: thresholdPolicy)", "A threshold never rises above this."),
  },
  skills: {
    failureWeight: factor(
      0.75,
      [0, 10],
      "ours (governance: skillStats)",
      "What a failure takes off, in successes.",
    ),
  },
  report: {
    strongest: count(3, [0, 100], "governance: report", "Most reliable capabilities listed."),
    weakest: count(3, [0, 100], "governance: report", "Least reliable capabilities listed."),
    failurePatterns: count(5, [0, 100], "governance: report", "Most frequent failure patterns listed."),
  },
};
