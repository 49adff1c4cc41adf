import type { Config } from "../../config/settings.js";

/** The settings that decide what evidence comes to. Others, such as limits of time, change no row. */
const names = [
  "decayDays",
  "immuneAfterReinforcements",
  "ruleFactor",
  "causalFactor",
  "deprecateUnusedDays",
  "severeRoles",
  "severePenalty",
  "outcomeScoring",
] as const;

export type InsightRules = Pick<Config["insights"], (typeof names)[number]>;

export function rulesIn(settings: Config["insights"]): InsightRules {
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as InsightRules;
}
