export interface Scored {
  readonly id: string;
  readonly score: number;
}

/** Best first; equal scores by id, so that an order never depends on when something was written. */
export function bestFirst(a: Scored, b: Scored): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** The best `limit` of each group of a stream. */
export class BestOfGroups {
  readonly #lists: readonly BestFew[];
  /** What a score must reach in each group, so that most of a stream is passed over by one comparison. */
  readonly #floors: Float64Array;

  constructor(limit: number, groups: number) {
    this.#lists = Array.from({ length: groups }, () => new BestFew(limit));
    this.#floors = new Float64Array(groups).fill(Number.NEGATIVE_INFINITY);
  }

  reaches(group: number, score: number): boolean {
    return group >= 0 && score >= (this.#floors[group] ?? Number.POSITIVE_INFINITY);
  }

  add(group: number, entry: Scored): void {
    const list = this.#lists[group];
    if (list === undefined) return;
    list.add(entry);
    this.#floors[group] = list.floor;
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
