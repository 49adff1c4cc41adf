import type { Config } from "../../base/config/settings.js";
import { wordOverlap, wordsOf } from "../../reading/language/words.js";
import { bestFirst, type Scored } from "./best-first.js";

/** A lesson with what it is worth for a task. */
export interface WorthyLesson extends Scored {
  /** It stands before the rest. */
  readonly pinned: boolean;
}

export interface LessonOrder {
  /** The length of the list, pinned lessons included. */
  readonly cap: number;
  readonly settings: Pick<Config["retrieval"], "mmrLambda">;
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
export function poolSize(cap: number): number {
  return 2 * cap;
}

/** Lessons less alike than this do not count as repeating each other. */
const repeatFloor = 0.5;

/**
 * How far one lesson repeats another: both its words and its meaning must be alike, and more than by half.
 * Related lessons are not repetitions; taking plain similarity for one cost a tenth of the quality on real
 * queries.
 */
function alikeOf({ textOf, alike }: LessonOrder): Alike {
  const words = new Map<string, ReadonlySet<string>>();
  const wordsFor = (id: string) => {
    const known = words.get(id) ?? wordsOf(textOf(id));
    words.set(id, known);
    return known;
  };
  return (one, other) => {
    const overlap = wordOverlap(wordsFor(one), wordsFor(other));
    if (overlap <= repeatFloor) return 0;
    const both = Math.min(overlap, alike?.(one, other) ?? overlap);
    return Math.max(0, (both - repeatFloor) / (1 - repeatFloor));
  };
}

/** How alike two lessons are, 0 to 1. */
type Alike = (one: string, other: string) => number;

/**
 * Fills a list up to `cap` by maximal marginal relevance: each next one is the best trade of its own score,
 * as a share of the best, for being unlike what is in the list already. `pool` comes best first, and `taken`
 * is in the list before. As long as the pool has any, the list is filled.
 */
function diverse<Entry extends Scored>(
  pool: readonly Entry[],
  taken: readonly Entry[],
  cap: number,
  lambda: number,
  alike: Alike,
): readonly Entry[] {
  const chosen = [...taken];
  const left = pool.map((entry) => ({ entry, closest: closestTo(entry, taken, alike) }));
  const best = Math.max(...pool.map(({ score }) => score), 0) || 1;
  while (chosen.length < cap && left.length > 0) {
    let next = 0;
    for (let place = 1; place < left.length; place += 1) {
      if (worth(left[place], lambda, best) > worth(left[next], lambda, best)) next = place;
    }
    const [picked] = left.splice(next, 1);
    if (picked === undefined) break;
    chosen.push(picked.entry);
    for (const other of left) other.closest = Math.max(other.closest, alike(other.entry.id, picked.entry.id));
  }
  return chosen;
}

interface Waiting {
  readonly entry: Scored;
  closest: number;
}

function worth(waiting: Waiting | undefined, lambda: number, best: number): number {
  if (waiting === undefined) return Number.NEGATIVE_INFINITY;
  return (lambda * waiting.entry.score) / best - (1 - lambda) * waiting.closest;
}

function closestTo(entry: Scored, taken: readonly Scored[], alike: Alike): number {
  return taken.reduce((closest, { id }) => Math.max(closest, alike(entry.id, id)), 0);
}
