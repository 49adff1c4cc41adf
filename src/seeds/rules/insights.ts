import { defaults } from "../../base/config/settings.js";
import { penaltyFor, regressionReinforcements } from "../../lessons/insight/rules/change-insight.js";
import { extractInsights } from "../../lessons/insight/rules/extraction/extract-insights.js";
import { isRefuted } from "../../lessons/insight/rules/insight-line.js";
import {
  blendedScore,
  categoryFactor,
  contextFactor,
  successRate,
} from "../../lessons/insight/rules/insight-score.js";
import { candidateSightings, verifiedContexts } from "../../lessons/insight/rules/insight-state.js";
import { budgetFor, renderInsights } from "../../lessons/insight/rules/render-insights.js";
import { dayMs } from "../../log/events/time.js";
import { expectCount, expectNumber } from "../../runs/outcomes/expect.js";
import { type Moment, momentMs } from "../../runs/outcomes/moment.js";

/** A row of the patterns table of a review pipeline. */
export interface LearnedPattern {
  readonly text: string;
  readonly role: string;
  readonly category: "observation" | "causal" | "rule";
  readonly success_count: number;
  readonly ignore_count: number;
  /** Null where rejections have no weight: their count stands in. */
  readonly ignore_weight_score: number | null;
  readonly last_used: string;
  /** How often a verdict with evidence confirmed it, since it last regressed. */
  readonly reinforced_count: number;
}

export type LifecycleState = "observed" | "candidate" | "verified" | "active" | "deprecated";

/** The patterns in a deliberation: its own list of them, else the sentences that say something reusable. */
export function extractPatterns(deliberation: string): readonly Pick<LearnedPattern, "text" | "category">[] {
  return extractInsights(deliberation).insights.map(({ text, category }) => ({ text, category }));
}

/**
 * Success rate × time decay × category × context: one reinforced three times does not decay; `overlaps` is how
 * many of labels, files and phase it shares with the work at hand.
 */
export function scorePattern(pattern: LearnedPattern, now: Moment, overlaps = 0): number {
  const { insights } = defaults;
  const rate = successRate({
    successCount: expectCount("success_count", pattern.success_count),
    ignoreCount: expectCount("ignore_count", pattern.ignore_count),
    ignoreWeight:
      pattern.ignore_weight_score === null
        ? null
        : expectNumber("ignore_weight_score", pattern.ignore_weight_score, 0, Number.POSITIVE_INFINITY),
  });
  const days = Math.max(0, momentMs("now", now) - momentMs("last_used", pattern.last_used)) / dayMs;
  const isImmune = pattern.reinforced_count >= insights.immuneAfterReinforcements;
  const decay = isImmune ? 1 : Math.exp(-days / insights.decayDays);
  return rate * decay * categoryFactor(pattern.category, insights) * contextFactor(overlaps);
}

/** With embeddings: 60 % similarity to the query, 40 % score. */
export function blendWithSimilarity(score: number, similarity: number): number {
  return blendedScore(score, similarity, defaults.insights);
}

/** The state that sightings lead to by themselves; only a promotion makes a pattern active. */
export function lifecycleState(seen: {
  readonly sightings: number;
  /** Distinct situations: another task, and with it other labels or folders. */
  readonly contexts: number;
  readonly promoted?: boolean;
  readonly days_unused?: number;
}): LifecycleState {
  if ((seen.days_unused ?? 0) >= defaults.insights.deprecateUnusedDays) return "deprecated";
  if (seen.promoted === true) return "active";
  if (expectCount("contexts", seen.contexts) >= verifiedContexts) return "verified";
  return expectCount("sightings", seen.sightings) >= candidateSightings ? "candidate" : "observed";
}

/**
 * A validator called it a false positive: the penalty goes by the role that made the claim. One that had been
 * confirmed three times has regressed, and must hold up as often again.
 */
export function incrementIgnore(pattern: LearnedPattern): {
  readonly pattern: LearnedPattern;
  readonly regression: boolean;
} {
  const regression = pattern.reinforced_count >= regressionReinforcements;
  const weight = pattern.ignore_weight_score ?? pattern.ignore_count;
  return {
    pattern: {
      ...pattern,
      ignore_count: pattern.ignore_count + 1,
      ignore_weight_score: weight + penaltyFor(pattern.role.toLowerCase(), defaults.insights),
      reinforced_count: regression ? 0 : pattern.reinforced_count,
    },
    regression,
  };
}

/** A verdict passed on evidence of level 1 or 2; words alone, level 3, confirm nothing. */
export function reinforcePattern(pattern: LearnedPattern, level: 1 | 2 | 3, at: string): LearnedPattern {
  if (level === 3) return pattern;
  const { success_count, reinforced_count } = pattern;
  return {
    ...pattern,
    success_count: success_count + 1,
    reinforced_count: reinforced_count + 1,
    last_used: at,
  };
}

/** The block for a role's prompt, best first, within the tokens of the role; empty without patterns or room. */
export function formatPatterns(
  role: string,
  patterns: readonly LearnedPattern[],
  now: Moment,
  remainingTokens?: number,
): string {
  const { insights } = defaults;
  const lines = patterns
    .map((pattern) => ({ pattern, score: scorePattern(pattern, now) }))
    .filter(({ score }) => score >= insights.dropBelowScore)
    .sort((a, b) => b.score - a.score)
    .map(({ pattern, score }) => ({
      lesson: pattern.text,
      text: pattern.text,
      role: pattern.role,
      category: pattern.category,
      score,
      successes: pattern.success_count,
      sightings: pattern.success_count,
      validated: pattern.reinforced_count,
      ignores: pattern.ignore_count,
      regressed: false,
      refuted: isRefuted({ successes: pattern.success_count, ignores: pattern.ignore_count }),
      confirmed: pattern.reinforced_count > 0,
    }));
  const room = {
    budgetTokens: budgetFor(role, insights),
    ...(remainingTokens === undefined ? {} : { leftTokens: remainingTokens }),
  };
  return renderInsights(role, lines, undefined, room, { more: false }).text;
}
