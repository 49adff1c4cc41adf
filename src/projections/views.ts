import type { Config } from "../config/settings.js";
import { rulesIn } from "../engines/insights/insight-state.js";
import type { MaturityRules } from "../engines/strategies/maturity.js";
import { defineView } from "./view.js";

/**
 * Every read model, by what it is known by: its name, the version of its fold, the settings it folds with.
 * The folds themselves are in files of their own: who only reads rows that are up to date does not load them.
 */
export const views = {
  strategies: defineView("strategies", 4, ({ outcomes, strategies }) => ({
    score: outcomes,
    ...maturityRulesIn(strategies),
  })),
  criteria: defineView("criteria", 1, (config) => ({
    score: config.outcomes,
    halfLifeDays: config.criteria.halfLifeDays,
  })),
  tasks: defineView("tasks", 1, () => null),
  errors: defineView("errors", 2, () => null),
  adapters: defineView("adapters", 4, ({ reliability, policy, failurePatterns }) => ({
    reliability,
    policy,
    failurePatterns,
  })),
  agents: defineView("agents", 1, () => null),
  skills: defineView("skills", 1, () => null),
  governance: defineView("governance", 1, () => null),
  insights: defineView("insights", 3, (config) => rulesIn(config.insights)),
  directives: defineView("directives", 4, () => null),
  phases: defineView("phases", 3, () => null),
  motifs: defineView("motifs", 1, () => null),
  modelDays: defineView("model-days", 1, () => null),
  roles: defineView("roles", 1, () => null),
  runs: defineView("runs", 2, () => null),
  days: defineView("days", 1, () => null),
  summaries: defineView("summaries", 1, () => null),
  // Databases know it by this name.
  recentEvents: defineView("landmarks", 1, () => null),
  totals: defineView("totals", 3, (config) => ({ score: config.outcomes })),
};

function maturityRulesIn(settings: Config["strategies"]): MaturityRules {
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
