import { expectedValue, fitsSetting } from "../../base/config/check-value.js";
import type { SettingGroup } from "../../base/config/setting.js";
import { type Config, defaults, settings } from "../../base/config/settings.js";
import { refuseValue } from "../../runs/outcomes/expect.js";

/** What a project tunes about scoring and criteria, in the swarm's words. */
export interface LearningConfig {
  readonly halfLifeDays: number;
  readonly minFeedbackForAdjustment: number;
  readonly maxHarmfulRatio: number;
  readonly fastCompletionThresholdMs: number;
  readonly slowCompletionThresholdMs: number;
  readonly maxErrorsForHelpful: number;
}

export const learningConfig: LearningConfig = Object.freeze({
  halfLifeDays: defaults.criteria.halfLifeDays,
  minFeedbackForAdjustment: defaults.criteria.minFeedback,
  maxHarmfulRatio: defaults.criteria.maxHarmfulRatio,
  fastCompletionThresholdMs: defaults.outcomes.fastBelowMs,
  slowCompletionThresholdMs: defaults.outcomes.slowAboveMs,
  maxErrorsForHelpful: defaults.outcomes.fewErrorsMax,
});

const learningNames = {
  minFeedbackForAdjustment: "minFeedback",
  fastCompletionThresholdMs: "fastBelowMs",
  slowCompletionThresholdMs: "slowAboveMs",
  maxErrorsForHelpful: "fewErrorsMax",
} satisfies Partial<Record<keyof LearningConfig, string>>;

/** A tuned `learningConfig`, settings of Whetstone, or any part of them; what is left out has its default. */
export type CriterionConfig = Partial<LearningConfig & Config["criteria"]>;
export type ScoreConfig = Partial<LearningConfig & Config["outcomes"]>;

export function criterionSettings(config: CriterionConfig): Config["criteria"] {
  return tunedSettings("criteria", config, learningNames);
}

export function scoreSettings(config: ScoreConfig): Config["outcomes"] {
  return tunedSettings("outcomes", config, learningNames);
}

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

const antiPatternNames = {
  failureRatioThreshold: "failureRatio",
  antiPatternPrefix: "prefix",
} satisfies Partial<Record<keyof AntiPatternConfig, string>>;

/** A tuned `antiPatternConfig`, settings of Whetstone, or any part of them. */
export type AntiPatternTuning = Partial<AntiPatternConfig & Config["antiPatterns"]>;

export function antiPatternSettings(config: AntiPatternTuning): Config["antiPatterns"] {
  return tunedSettings("antiPatterns", config, antiPatternNames);
}

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

const maturityNames = {
  minHelpful: "provenMinHelpful",
  maxHarmful: "provenHarmfulRatioBelow",
  deprecationThreshold: "deprecatedHarmfulRatioAbove",
} satisfies Partial<Record<keyof MaturityConfig, string>>;

/** A tuned `maturityConfig`, settings of Whetstone, or any part of them. */
export type MaturityTuning = Partial<MaturityConfig & Config["strategies"]>;

export function maturitySettings(config: MaturityTuning): Config["strategies"] {
  return tunedSettings("strategies", config, maturityNames);
}

/**
 * The settings of one group with a caller's values laid over the defaults, each checked as one in a config
 * file is. `names` says which setting a swarm name means; names of other groups are ignored.
 */
function tunedSettings<Group extends keyof Config>(
  group: Group,
  values: object,
  names: Readonly<Record<string, string>>,
): Config[Group] {
  const members: SettingGroup = settings[group];
  const tuned = Object.entries(values).flatMap(([key, value]) => {
    const name = names[key] ?? key;
    const setting = Object.hasOwn(members, name) ? members[name] : undefined;
    if (setting === undefined || value === undefined) return [];
    return [[name, fitsSetting(setting, value) ? value : refuseValue(key, value, expectedValue(setting))]];
  });
  return { ...defaults[group], ...Object.fromEntries(tuned) };
}
