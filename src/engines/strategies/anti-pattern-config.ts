import { type Config, defaults } from "../../config/settings.js";
import { tunedSettings } from "../outcomes/tuned-settings.js";

/** What a project tunes about anti-patterns, in the swarm's words. */
export interface AntiPatternConfig {
  readonly minObservations: number;
  readonly failureRatioThreshold: number;
  readonly antiPatternPrefix: string;
}

export const antiPatternConfig: AntiPatternConfig = Object.freeze({
  minObservations: defaults.antiPatterns.minObservations,
  failureRatioThreshold: defaults.antiPatterns.failureRatio,
  antiPatternPrefix: defaults.antiPatterns.prefix,
});

const names = {
  failureRatioThreshold: "failureRatio",
  antiPatternPrefix: "prefix",
} satisfies Partial<Record<keyof AntiPatternConfig, string>>;

/** A tuned `antiPatternConfig`, our own settings, or any part of them; what is left out has its default. */
export type AntiPatternTuning = Partial<AntiPatternConfig & Config["antiPatterns"]>;

export function antiPatternSettings(config: AntiPatternTuning): Config["antiPatterns"] {
  return tunedSettings("antiPatterns", config, names);
}
