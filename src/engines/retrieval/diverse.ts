import type { Scored } from "./best-first.js";

/** How alike two lessons are, 0 to 1. */
export type Alike = (one: string, other: string) => number;

/**
 * Fills a list up to `cap` by maximal marginal relevance: each next one is the best trade of its own score,
 * as a share of the best, for being unlike what is in the list already. `pool` comes best first, and `taken`
 * is in the list before. As long as the pool has any, the list is filled.
 */
export function diverse<Entry extends Scored>(
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
