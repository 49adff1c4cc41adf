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
]);
