import { BestOfGroups, type Scored } from "./best-first.js";
import { Families, type Grouping, oneGroup } from "./families.js";
import { nthLargest } from "./nth-largest.js";
import { positionById } from "./position-by-id.js";

export interface MatrixRow {
  readonly id: string;
  readonly kind: string;
  readonly vector: Float32Array;
}

/** The cosine of every row with one vector. */
export interface Cosines {
  /** Undefined for an id that has no row. */
  of(id: string): number | undefined;
  /** The best of each group, one after the other. */
  best(limit: number, grouping?: Grouping): readonly Scored[];
}

/** All vectors of one project, packed into one array. */
export class VectorMatrix {
  readonly dimensions: number;
  #rowOf = new Map<string, number>();
  #ids: string[] = [];
  #kinds: string[] = [];
  #values: Float32Array;
  readonly #families = new Families();

  constructor(dimensions: number, rows = 0) {
    this.dimensions = dimensions;
    this.#values = new Float32Array(rows * dimensions);
  }

  /** From what `pack` gave; the values are used as they are, not copied. */
  static from({ dimensions, ids, kinds, values }: PackedMatrix): VectorMatrix {
    const matrix = new VectorMatrix(dimensions);
    matrix.#ids = [...ids];
    matrix.#kinds = [...kinds];
    matrix.#values = values;
    matrix.#rowOf = positionById(ids);
    return matrix;
  }

  get size(): number {
    return this.#ids.length;
  }

  upsert({ id, kind, vector }: MatrixRow): void {
    if (vector.length !== this.dimensions) {
      throw new RangeError(`a vector has ${vector.length} dimensions, this matrix ${this.dimensions}`);
    }
    const row = this.#rowOf.get(id) ?? this.#ids.length;
    this.#reserve(row + 1);
    this.#rowOf.set(id, row);
    this.#ids[row] = id;
    this.#kinds[row] = kind;
    this.#families.set(row, id);
    this.#values.set(vector, row * this.dimensions);
  }

  /** The last row takes the place of the removed one: rows have no order. */
  remove(id: string): void {
    const row = this.#rowOf.get(id);
    if (row === undefined) return;
    const last = this.#ids.length - 1;
    const { dimensions } = this;
    this.#rowOf.delete(id);
    if (row !== last) {
      this.#ids[row] = this.#ids[last] ?? "";
      this.#kinds[row] = this.#kinds[last] ?? "";
      this.#values.copyWithin(row * dimensions, last * dimensions, (last + 1) * dimensions);
      this.#rowOf.set(this.#ids[row] ?? "", row);
      this.#families.set(row, this.#ids[row] ?? "");
    }
    this.#ids.pop();
    this.#kinds.pop();
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  /** A row keeps its kind as long as it has its id. */
  readonly familyOf = (id: string): string => this.kindOf(id) ?? "";

  kindOf(id: string): string | undefined {
    return this.#kinds[this.#rowOf.get(id) ?? -1];
  }

  vectorOf(id: string): Float32Array | undefined {
    const row = this.#rowOf.get(id);
    return row === undefined
      ? undefined
      : this.#values.subarray(row * this.dimensions, (row + 1) * this.dimensions);
  }

  cosines(vector: Float32Array): Cosines {
    const [ids, size] = [this.#ids, this.size];
    const known: { all?: Float64Array } = {};
    return {
      of: (id) => {
        const row = this.#rowOf.get(id);
        return row === undefined ? undefined : (known.all?.[row] ?? cosineAt(this.#values, row, vector));
      },
      best: (limit, grouping = oneGroup()) => {
        const groupOf = this.#families.groupsOf(ids, grouping);
        known.all ??= scan(this.#values, vector, this.size);
        const scores = known.all;
        const floors = floorsOf(scores, limit, grouping.count, groupOf);
        const best = new BestOfGroups(limit, grouping.count);
        for (let row = 0; row < size; row += 1) {
          const group = groupOf(row);
          const score = scores[row] ?? 0;
          if (score < (floors[group] ?? Number.POSITIVE_INFINITY)) continue;
          if (best.reaches(group, score)) best.add(group, { id: ids[row] ?? "", score });
        }
        return best.sorted();
      },
    };
  }

  pack(): PackedMatrix {
    const values = this.#values.subarray(0, this.#ids.length * this.dimensions);
    return { dimensions: this.dimensions, ids: this.#ids, kinds: this.#kinds, values };
  }

  #reserve(rows: number): void {
    if (rows * this.dimensions <= this.#values.length) return;
    const grown = new Float32Array(Math.max(16, rows * 2) * this.dimensions);
    grown.set(this.#values);
    this.#values = grown;
  }
}

export interface PackedMatrix {
  readonly dimensions: number;
  readonly ids: readonly string[];
  readonly kinds: readonly string[];
  readonly values: Float32Array;
}

function scan(values: Float32Array, vector: Float32Array, rows: number): Float64Array {
  const cosines = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) cosines[row] = cosineAt(values, row, vector);
  return cosines;
}

/**
 * Four sums side by side: the processor adds them at the same time. No defaults for places that are always
 * there: they make the loop half again as slow.
 */
function cosineAt(values: Float32Array, row: number, vector: Float32Array): number {
  const width = vector.length;
  const even = width - (width % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  let at = row * width;
  for (let place = 0; place < even; place += 4, at += 4) {
    a += (values[at] as number) * (vector[place] as number);
    b += (values[at + 1] as number) * (vector[place + 1] as number);
    c += (values[at + 2] as number) * (vector[place + 2] as number);
    d += (values[at + 3] as number) * (vector[place + 3] as number);
  }
  for (let place = even; place < width; place += 1, at += 1)
    a += (values[at] as number) * (vector[place] as number);
  return a + b + (c + d);
}

/** The score that `count` rows of each group reach. */
function floorsOf(
  scores: Float64Array,
  count: number,
  groups: number,
  groupOf: (row: number) => number,
): readonly number[] {
  const apart = Array.from({ length: groups }, () => ({ scores: new Float64Array(scores.length), size: 0 }));
  for (let row = 0; row < scores.length; row += 1) {
    const group = apart[groupOf(row)];
    if (group !== undefined) group.scores[group.size++] = scores[row] ?? 0;
  }
  return apart.map((group) => nthLargest(group.scores.subarray(0, group.size), count));
}
