export interface Scored {
  readonly id: string;
  readonly score: number;
}

/** Best first; equal scores by id, so that an order never depends on when something was written. */
export function bestFirst(a: Scored, b: Scored): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Which lessons compete with each other: the best of each group are taken, so that none crowds out another. */
export interface Grouping {
  readonly count: number;
  /** The number of the group, from 0; -1 leaves the lesson out. */
  readonly of: (id: string, kind: string) => number;
}

/** All lessons in one group, or those that are kept. */
export function together(keep?: (id: string, kind: string) => boolean): Grouping {
  return { count: 1, of: keep === undefined ? () => 0 : (id, kind) => (keep(id, kind) ? 0 : -1) };
}

/** The best `limit` of each group of a stream. */
export class BestOfGroups {
  readonly #grouping: Grouping;
  readonly #lists: readonly BestFew[];
  #floor = Number.NEGATIVE_INFINITY;

  constructor(limit: number, grouping: Grouping) {
    this.#grouping = grouping;
    this.#lists = Array.from({ length: grouping.count }, () => new BestFew(limit));
  }

  add(id: string, kind: string, score: number): void {
    // Most are below what every group has: they need not be told apart.
    if (score < this.#floor) return;
    const list = this.#lists[this.#grouping.of(id, kind)];
    if (list === undefined || score < list.floor) return;
    list.add({ id, score });
    if (list.floor > this.#floor) this.#floor = Math.min(...this.#lists.map(({ floor }) => floor));
  }

  /** Group after group, each best first. */
  sorted(): readonly Scored[] {
    return this.#lists.flatMap((list) => list.sorted());
  }
}

/** The best `limit` of a stream, without sorting the rest: a heap with the worst of the kept on top. */
export class BestFew {
  readonly #limit: number;
  readonly #heap: Scored[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What a score must reach to be kept, so that callers need not build what would be dropped. */
  get floor(): number {
    return this.#heap.length < this.#limit
      ? Number.NEGATIVE_INFINITY
      : (this.#heap[0]?.score ?? Number.POSITIVE_INFINITY);
  }

  add(entry: Scored): void {
    if (this.#limit === 0) return;
    if (this.#heap.length < this.#limit) {
      this.#heap.push(entry);
      this.#rise(this.#heap.length - 1);
      return;
    }
    const worst = this.#heap[0];
    if (worst === undefined || bestFirst(entry, worst) >= 0) return;
    this.#heap[0] = entry;
    this.#sink(0);
  }

  sorted(): readonly Scored[] {
    return [...this.#heap].sort(bestFirst);
  }

  #rise(from: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      if (!this.#swapIfWorse(place, parent)) return;
      place = parent;
    }
  }

  #sink(from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= this.#heap.length) return;
      const worse = left + 1 < this.#heap.length && this.#isWorse(left + 1, left) ? left + 1 : left;
      if (!this.#swapIfWorse(worse, place)) return;
      place = worse;
    }
  }

  #isWorse(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    return a !== undefined && b !== undefined && bestFirst(a, b) > 0;
  }

  #swapIfWorse(child: number, parent: number): boolean {
    const [a, b] = [this.#heap[child], this.#heap[parent]];
    if (a === undefined || b === undefined || bestFirst(a, b) <= 0) return false;
    this.#heap[child] = b;
    this.#heap[parent] = a;
    return true;
  }
}
