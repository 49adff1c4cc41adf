import type { Config } from "../../config/settings.js";

/** The settings that decide what evidence comes to. Others, such as limits of time, change no row. */
const names = [
  "firstSightSuccesses",
  "decayDays",
  "immuneAfterReinforcements",
  "ruleFactor",
  "causalFactor",
  "observationFactor",
  "candidateSightings",
  "verifiedContexts",
  "deprecateUnusedDays",
  "deprecateAgeingSteps",
  "severeRoles",
  "severePenalty",
  "ordinaryPenalty",
  "regressionReinforcements",
  "outcomeScoring",
  "outcomeStep",
] as const;

export type InsightRules = Pick<Config["insights"], (typeof names)[number]>;

export function rulesIn(settings: Config["insights"]): InsightRules {
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as InsightRules;
}
