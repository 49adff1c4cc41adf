import { type Config, defaults } from "../../config/settings.js";
import { tunedSettings } from "./tuned-settings.js";

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

const names = {
  minFeedbackForAdjustment: "minFeedback",
  fastCompletionThresholdMs: "fastBelowMs",
  slowCompletionThresholdMs: "slowAboveMs",
  maxErrorsForHelpful: "fewErrorsMax",
} satisfies Partial<Record<keyof LearningConfig, string>>;

/** A tuned `learningConfig`, our own settings, or any part of them; what is left out has its default. */
export type CriterionConfig = Partial<LearningConfig & Config["criteria"]>;
export type ScoreConfig = Partial<LearningConfig & Config["outcomes"]>;

export function criterionSettings(config: CriterionConfig): Config["criteria"] {
  return tunedSettings("criteria", config, names);
}

export function scoreSettings(config: ScoreConfig): Config["outcomes"] {
  return tunedSettings("outcomes", config, names);
}
