import type { InsightCategory } from "../../events/insight-category.js";
import { dayMs, epochMs } from "../../events/time.js";
import type { InsightEvidence } from "./insight-evidence.js";
import type { InsightRules } from "./insight-rules.js";
import { categoryFactor, isImmune, successRateOf } from "./insight-score.js";

/** What fades and what does not are two lists: their order among each other changes from day to day. */
export type Standing = "fading" | "lasting";

export interface Rank {
  readonly standing: Standing;
  /** Sorts best first, as text. */
  readonly order: string;
}

/**
 * The order of an insight among others of its standing, which time does not change: all of them fade at the
 * same rate, so ln(score without context) plus the same multiple of now is the same for ever. Undefined for
 * what can never be shown.
 */
export function rankInsight(
  evidence: InsightEvidence,
  category: InsightCategory,
  settings: InsightRules,
): Rank | undefined {
  const worth = successRateOf(evidence, settings) * categoryFactor(category, settings);
  if (evidence.deprecated !== null || !(worth > 0)) return undefined;
  if (isImmune(evidence, settings)) return { standing: "lasting", order: descending(Math.log(worth)) };
  const usedInDecays = epochMs(evidence.lastUsedAt) / dayMs / settings.decayDays;
  return { standing: "fading", order: descending(Math.log(worth) + usedInDecays) };
}

/**
 * Ten integer digits hold the year 9999 at the shortest decay; six decimals are as fine as a number of that
 * size gets.
 */
const highest = 1e9;

function descending(value: number): string {
  return (highest - value).toFixed(6).padStart(17, "0");
}
