import type { Config } from "../../../base/config/settings.js";
import type { InsightCategory } from "../../../log/events/deliberation.js";
import { dayMs, epochMs } from "../../../log/events/time.js";
import type { InsightEvidence } from "./insight-evidence.js";
import type { InsightRules } from "./insight-state.js";

/** A small bump (jkz: context boost) for each shared label, place and phase, and never a large one. */
export const contextStep = 0.1;
export const contextFactorMax = 1.2;

/** Half a sighting: a run ends well or badly for many reasons (jkz: outcome-score). */
export const outcomeStep = 0.5;

/** What an insight is worth now, factor by factor. */
export interface InsightScore {
  readonly successRate: number;
  readonly decay: number;
  readonly category: number;
  readonly context: number;
  readonly score: number;
  readonly immune: boolean;
}

export function scoreInsight(
  evidence: InsightEvidence,
  category: InsightCategory,
  overlaps: number,
  now: number,
  settings: Config["insights"],
): InsightScore {
  const immune = isImmune(evidence, settings);
  const daysSinceUse = Math.max(0, now - epochMs(evidence.lastUsedAt)) / dayMs;
  const successRate = successRateOf(evidence, settings);
  const decay = immune ? 1 : Math.exp(-daysSinceUse / settings.decayDays);
  const context = contextFactor(overlaps);
  const factor = categoryFactor(category, settings);
  return {
    successRate,
    decay,
    category: factor,
    context,
    score: successRate * decay * factor * context,
    immune,
  };
}

/** With an embedder, the similarity to the query counts most. */
export function blendedScore(score: number, similarity: number, settings: Config["insights"]): number {
  return settings.similarityWeight * similarity + (1 - settings.similarityWeight) * Math.min(1, score);
}

/** Confirmed often enough, it stops ageing; a validator that refutes it suspends that. */
export function isImmune(
  { reinforcements, regressedAt }: InsightEvidence,
  settings: Pick<Config["insights"], "immuneAfterReinforcements">,
): boolean {
  return regressedAt === null && reinforcements >= settings.immuneAfterReinforcements;
}

/** The ends of runs weigh in as a source of their own, which can be switched off. */
export function successRateOf(
  { successes, ignoreWeight, outcomes }: InsightEvidence,
  { outcomeScoring }: Pick<Config["insights"], "outcomeScoring">,
): number {
  const step = outcomeScoring ? outcomeStep : 0;
  return successRate({
    successCount: successes + step * outcomes.held,
    ignoreCount: 0,
    ignoreWeight: ignoreWeight + step * outcomes.failed,
  });
}

/** The plain count stands in where the rejections have no weight. */
export function successRate(counts: {
  readonly successCount: number;
  readonly ignoreCount: number;
  readonly ignoreWeight: number | null;
}): number {
  const against = counts.ignoreWeight ?? counts.ignoreCount;
  const total = counts.successCount + against;
  return total > 0 ? counts.successCount / total : 0;
}

export function categoryFactor(
  category: InsightCategory,
  { ruleFactor, causalFactor }: InsightRules,
): number {
  return { rule: ruleFactor, causal: causalFactor, observation: 1 }[category];
}

export function contextFactor(overlaps: number): number {
  return Math.min(contextFactorMax, 1 + contextStep * overlaps);
}

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
 * what is not shown, or only as a warning.
 */
export function rankInsight(
  evidence: InsightEvidence,
  category: InsightCategory,
  settings: InsightRules,
): Rank | undefined {
  const worth = successRateOf(evidence, settings) * categoryFactor(category, settings);
  if (evidence.deprecated !== null || evidence.refutedAt !== null || !(worth > 0)) return undefined;
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
