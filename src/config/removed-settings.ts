/**
 * Paths that were settings and are constants now. A file or a variable that still names one gets a warning
 * and is otherwise ignored; an argument that names one is an error.
 */
export const removedSettings: ReadonlySet<string> = new Set([
  "store.rebuildBatchEvents",
  "events.clockSkewMs",
  "events.rejectedKept",
  "activity.retentionDays",
  "health.runsLookedAt",

  "insights.firstSightSuccesses",
  "insights.observationFactor",
  "insights.contextStep",
  "insights.contextFactorMax",
  "insights.scoreWeight",
  "insights.candidateSightings",
  "insights.verifiedContexts",
  "insights.deprecateAgeingSteps",
  "insights.skipUnderTokens",
  "insights.matchMargin",
  "insights.ordinaryPenalty",
  "insights.regressionReinforcements",
  "insights.reinforceTop",
  "insights.reinforceUpToLevel",
  "insights.outcomeStep",

  "directives.textAtLeastChars",
  "directives.textAtMostChars",
  "directives.minScopeTags",
  "directives.enrichmentRetries",
  "directives.hardeningBatch",
  "directives.retireAfterFailures",
  "directives.shortIdChars",
  "directives.predicateOutputMaxBytes",
  "directives.overrideAtLeastChars",
  "directives.denialsBeforeWayOut",

  "retrieval.triggerMinTokens",
  "retrieval.synonymsPerToken",
  "retrieval.coldStartPhases",
  "retrieval.synonymMapMaxBytes",
  "retrieval.wordSaturation",
  "retrieval.wordLengthShare",
  "retrieval.repeatFloor",

  "outcomes.fastScore",
  "outcomes.mediumScore",
  "outcomes.slowScore",
  "outcomes.noErrorsScore",
  "outcomes.fewErrorsScore",
  "outcomes.manyErrorsScore",
  "outcomes.fewRetriesMax",
  "outcomes.noRetriesScore",
  "outcomes.fewRetriesScore",
  "outcomes.manyRetriesScore",
  "outcomes.successScore",
  "outcomes.failureScore",
  "outcomes.toleranceRatio",

  "criteria.weightWithoutFeedback",
  "criteria.deprecatedWeight",

  "strategies.epsilon",
  "strategies.deprecatedMultiplier",

  "antiPatterns.strippedPrefixes",

  "plan.lineMaxChars",

  "reliability.retriesCap",
  "reliability.decimals",

  "policy.normalMultiplier",
  "policy.baseRiskMultiplier",

  "agents.successReward",
  "agents.failurePenalty",
  "agents.partialPenalty",
  "agents.rollbackPenalty",
  "agents.overridePenalty",
  "agents.stepBound",
  "agents.floor",
  "agents.ceiling",

  "thresholds.lowRisk",
  "thresholds.mediumRisk",
  "thresholds.highRisk",
  "thresholds.shift",
  "thresholds.floor",
  "thresholds.ceiling",

  "skills.failureWeight",
]);
