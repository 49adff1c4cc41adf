import { type Config, defaults } from "../../config/settings.js";
import { tunedSettings } from "../outcomes/tuned-settings.js";

/** What a project tunes about maturity, in the swarm's words. */
export interface MaturityConfig {
  readonly minFeedback: number;
  readonly minHelpful: number;
  readonly maxHarmful: number;
  readonly deprecationThreshold: number;
  readonly halfLifeDays: number;
}

export const maturityConfig: MaturityConfig = Object.freeze({
  minFeedback: defaults.strategies.minFeedback,
  minHelpful: defaults.strategies.provenMinHelpful,
  maxHarmful: defaults.strategies.provenHarmfulRatioBelow,
  deprecationThreshold: defaults.strategies.deprecatedHarmfulRatioAbove,
  halfLifeDays: defaults.strategies.halfLifeDays,
});

const names = {
  minHelpful: "provenMinHelpful",
  maxHarmful: "provenHarmfulRatioBelow",
  deprecationThreshold: "deprecatedHarmfulRatioAbove",
} satisfies Partial<Record<keyof MaturityConfig, string>>;

/** A tuned `maturityConfig`, our own settings, or any part of them; what is left out has its default. */
export type MaturityTuning = Partial<MaturityConfig & Config["strategies"]>;

export function maturitySettings(config: MaturityTuning): Config["strategies"] {
  return tunedSettings("strategies", config, names);
}
