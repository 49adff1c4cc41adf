import type { Config } from "../base/config/settings.js";
import { defineView } from "./view.js";

/**
 * Every read model, by what it is known by: its name, the version of its fold, the settings it folds with.
 * The folds themselves are in files of their own: who only reads rows that are up to date does not load them.
 */
export const views = {
  strategies: defineView("strategies", 1, ({ outcomes, strategies, antiPatterns }) => ({
    score: outcomes,
    antiPatterns: { minObservations: antiPatterns.minObservations, failureRatio: antiPatterns.failureRatio },
    ...maturityRulesIn(strategies),
  })),
  criteria: defineView("criteria", 1, (config) => ({
    score: config.outcomes,
    halfLifeDays: config.criteria.halfLifeDays,
  })),
  tasks: defineView("tasks", 2, () => null),
  errors: defineView("errors", 1, () => null),
  adapters: defineView("adapters", 3, ({ reliability, policy, failurePatterns }) => ({
    reliability,
    policy,
    failurePatterns,
  })),
  agents: defineView("agents", 1, () => null),
  skills: defineView("skills", 1, () => null),
  governance: defineView("governance", 1, ({ policy: { relaxAfterSuccesses } }) => ({ relaxAfterSuccesses })),
  insights: defineView("insights", 4, (config) => insightRulesIn(config.insights)),
  directives: defineView("directives", 2, () => null),
  phases: defineView("phases", 2, () => null),
  failures: defineView("failures", 4, () => null),
  failingCalls: defineView("failing-calls", 2, () => null),
  failureKeys: defineView("failure-keys", 1, () => null),
  failureWords: defineView("failure-words", 1, () => null),
  sessions: defineView("sessions", 2, () => null),
  sessionAgents: defineView("session-agents", 1, () => null),
  trials: defineView("trials", 2, () => null),
  recentSessions: defineView("recent-sessions", 1, () => null),
  sessionCounts: defineView("session-counts", 4, () => null),
  learnedSessions: defineView("learned-sessions", 1, () => null),
  modelDays: defineView("model-days", 1, () => null),
  roles: defineView("roles", 1, () => null),
  runs: defineView("runs", 4, () => null),
  days: defineView("days", 1, () => null),
  mutes: defineView("mutes", 1, () => null),
  pauses: defineView("pauses", 1, () => null),
  publications: defineView("publications", 1, () => null),
  summaries: defineView("summaries", 1, () => null),
  // Databases know it by this name.
  recentEvents: defineView("landmarks", 2, () => null),
  predictions: defineView("predictions", 1, () => null),
  doubtfulAcks: defineView("doubtful-acks", 1, () => null),
  rules: defineView("rules", 3, () => null),
  rulesInForce: defineView("rules-in-force", 1, () => null),
  workStates: defineView("work-states", 2, () => null),
  trails: defineView("trails", 1, () => null),
  totals: defineView("totals", 1, (config) => ({ score: config.outcomes })),
};

/** What decides what the evidence of an insight comes to. Others, such as limits of time, change no row. */
function insightRulesIn(settings: Config["insights"]) {
  const { decayDays, immuneAfterReinforcements, ruleFactor, causalFactor } = settings;
  const { deprecateUnusedDays, severeRoles, severePenalty, outcomeScoring } = settings;
  return {
    decayDays,
    immuneAfterReinforcements,
    ruleFactor,
    causalFactor,
    deprecateUnusedDays,
    severeRoles,
    severePenalty,
    outcomeScoring,
  };
}

function maturityRulesIn(settings: Config["strategies"]) {
  const { halfLifeDays, minFeedback, provenMinHelpful } = settings;
  const { provenHarmfulRatioBelow, deprecatedHarmfulRatioAbove } = settings;
  return {
    halfLifeDays,
    minFeedback,
    provenMinHelpful,
    provenHarmfulRatioBelow,
    deprecatedHarmfulRatioAbove,
  };
}
