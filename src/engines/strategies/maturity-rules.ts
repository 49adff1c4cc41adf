import type { Config } from "../../config/settings.js";

/**
 * The settings that decide the maturity of a tally. Others, such as what a state counts for, change no row.
 */
const names = [
  "halfLifeDays",
  "minFeedback",
  "provenMinHelpful",
  "provenHarmfulRatioBelow",
  "deprecatedHarmfulRatioAbove",
  "epsilon",
] as const;

export type MaturityRules = Pick<Config["strategies"], (typeof names)[number]>;

export function maturityRulesIn(settings: Config["strategies"]): MaturityRules {
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as MaturityRules;
}
