import { type Arm, rateBefore } from "./interval.js";

/** The two arms of a lesson. */
export interface Arms {
  readonly shown: Arm;
  readonly heldOut: Arm;
}

/**
 * The difference of each lesson as it is best shown beside others: few sessions say little of one lesson, so its
 * difference is drawn toward that of its class, the more the less is known of it and the more the others agree
 * (DerSimonian and Laird, 1986). For display only: no verdict goes by it. Zero where no lesson has both arms.
 */
export function shrunkDifferences(lessons: readonly Arms[]): readonly number[] {
  const effects = lessons.map(effectOf);
  const known = effects.filter((effect) => effect !== undefined);
  const spread = spreadOf(known);
  const common = meanOf(known, spread);
  return effects.map((effect) => {
    if (effect === undefined) return common;
    const own = spread / (spread + effect.variance);
    return common + own * (effect.difference - common);
  });
}

interface Effect {
  readonly difference: number;
  readonly variance: number;
}

/** Undefined with one arm alone: there is nothing to compare it with. */
function effectOf({ shown, heldOut }: Arms): Effect | undefined {
  if (shown.sessions === 0 || heldOut.sessions === 0) return undefined;
  const variance = [shown, heldOut].reduce((sum, arm) => {
    // Not the rate itself: an arm without a failure would have no variance.
    const rate = rateBefore(arm);
    return sum + (rate * (1 - rate)) / arm.sessions;
  }, 0);
  return { difference: shown.failures / shown.sessions - heldOut.failures / heldOut.sessions, variance };
}

/** By how much the lessons differ from each other beyond chance, as a variance. */
function spreadOf(effects: readonly Effect[]): number {
  if (effects.length < 2) return 0;
  const weights = effects.map(({ variance }) => 1 / variance);
  const sum = weights.reduce((all, each) => all + each, 0);
  const squares = weights.reduce((all, each) => all + each * each, 0);
  const common = meanOf(effects, 0);
  const chi = effects.reduce((all, each) => all + (each.difference - common) ** 2 / each.variance, 0);
  return Math.max(0, (chi - (effects.length - 1)) / (sum - squares / sum));
}

function meanOf(effects: readonly Effect[], spread: number): number {
  if (effects.length === 0) return 0;
  const weights = effects.map(({ variance }) => 1 / (variance + spread));
  const sum = weights.reduce((all, each) => all + each, 0);
  return effects.reduce((all, { difference }, at) => all + difference * (weights[at] ?? 0), 0) / sum;
}
