import type { Config } from "../../config/settings.js";
import { wordOverlap, wordsOf } from "../../language/words.js";
import { bestFirst, type Scored } from "./best-first.js";
import { type Alike, diverse } from "./diverse.js";

/** A lesson with what it is worth for a task. */
export interface WorthyLesson extends Scored {
  /** It stands before the rest. */
  readonly pinned: boolean;
}

export interface LessonOrder {
  /** At most so many, the pinned ones among them. */
  readonly cap: number;
  readonly settings: Pick<Config["retrieval"], "mmrLambda" | "repeatFloor">;
  readonly textOf: (id: string) => string;
  /**
   * How alike two lessons are in meaning; undefined where that cannot be compared, and words alone decide.
   */
  readonly alike?: ((one: string, other: string) => number | undefined) | undefined;
}

/**
 * The order of every list of lessons, whatever their score is made of: the pinned ones, then the rest by
 * score and difference.
 */
export function orderLessons<Lesson extends WorthyLesson>(
  lessons: readonly Lesson[],
  order: LessonOrder,
): readonly Lesson[] {
  const { cap, settings } = order;
  const sorted = [...lessons].sort(bestFirst);
  const pinned = sorted.filter((lesson) => lesson.pinned).slice(0, cap);
  const rest = sorted.filter((lesson) => !lesson.pinned);
  return diverse(rest.slice(0, poolSize(cap)), pinned, cap, settings.mmrLambda, alikeOf(order));
}

/**
 * Deep enough to find something different, and small enough that the least relevant of hundreds never comes
 * up for being odd.
 */
function poolSize(cap: number): number {
  return 2 * cap;
}

/**
 * How far one lesson repeats another: both its words and its meaning must be alike, and more than by half.
 * Related lessons are not repetitions; taking plain similarity for one cost a tenth of the quality on real
 * queries.
 */
function alikeOf({ textOf, alike, settings: { repeatFloor } }: LessonOrder): Alike {
  const words = new Map<string, ReadonlySet<string>>();
  const wordsFor = (id: string) => {
    const known = words.get(id) ?? wordsOf(textOf(id));
    words.set(id, known);
    return known;
  };
  return (one, other) => {
    const overlap = wordOverlap(wordsFor(one), wordsFor(other));
    const both = Math.min(overlap, alike?.(one, other) ?? overlap);
    return repeatFloor < 1 ? Math.max(0, (both - repeatFloor) / (1 - repeatFloor)) : 0;
  };
}
