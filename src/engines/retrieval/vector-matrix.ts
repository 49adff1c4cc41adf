import { BestOfGroups, type Scored } from "./best-first.js";
import { Families, type Grouping, oneGroup } from "./families.js";
import { nthLargest } from "./nth-largest.js";
import { positionById } from "./position-by-id.js";
import { SignCodes } from "./sign-codes.js";

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

/** From this many rows on, they are ranked by their signs first; with fewer, comparing them all is as fast. */
const signsFrom = 20_000;
/**
 * How many of the best by signs are compared in full for each that is wanted: of the true best 200 of 25,000
 * sentences, 99.5 % are among them.
 */
const comparedPerWanted = 12;

/**
 * All vectors of one project, packed into one array. A small matrix is compared row by row; a large one is
 * ranked by the signs of its rows first, and only the best of those are compared.
 */
export class VectorMatrix {
  readonly dimensions: number;
  #rowOf = new Map<string, number>();
  #ids: string[] = [];
  #kinds: string[] = [];
  #values: Float32Array;
  readonly #families = new Families();
  /** Made when they are first needed, and kept up from then on. */
  #signs: SignCodes | undefined;

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
    this.#signs?.set(row, this.#values);
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
      this.#signs?.set(row, this.#values);
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
    const [ids, values, size] = [this.#ids, this.#values, this.size];
    const known: { all?: Float64Array; rough?: Float64Array } = {};
    const all = () => (known.all ??= scan(values, vector, size));
    const rough = () => (known.rough ??= this.#signsNow().scores(vector, size));
    const cosineOf = (row: number) => known.all?.[row] ?? cosineAt(values, row, vector);
    return {
      of: (id) => {
        const row = this.#rowOf.get(id);
        return row === undefined ? undefined : cosineOf(row);
      },
      best: (limit, grouping = oneGroup()) => {
        const groupOf = this.#families.groupsOf(ids, grouping);
        const compared = limit * comparedPerWanted;
        const isRough = size >= signsFrom && compared <= size / 2;
        const scores = isRough ? rough() : all();
        const floors = floorsOf(scores, isRough ? compared : limit, grouping.count, groupOf);
        const best = new BestOfGroups(limit, grouping.count);
        for (let row = 0; row < size; row += 1) {
          const group = groupOf(row);
          if ((scores[row] ?? 0) < (floors[group] ?? Number.POSITIVE_INFINITY)) continue;
          const score = cosineOf(row);
          if (best.reaches(group, score)) best.add(group, { id: ids[row] ?? "", score });
        }
        return best.sorted();
      },
    };
  }

  #signsNow(): SignCodes {
    this.#signs ??= SignCodes.of(this.#values, this.dimensions, this.size);
    return this.#signs;
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

/** Four sums side by side: the processor adds them at the same time, which halves the scan. */
function cosineAt(values: Float32Array, row: number, vector: Float32Array): number {
  const width = vector.length;
  const at = row * width;
  const even = width - (width % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let place = 0; place < even; place += 4) {
    a += (values[at + place] ?? 0) * (vector[place] ?? 0);
    b += (values[at + place + 1] ?? 0) * (vector[place + 1] ?? 0);
    c += (values[at + place + 2] ?? 0) * (vector[place + 2] ?? 0);
    d += (values[at + place + 3] ?? 0) * (vector[place + 3] ?? 0);
  }
  for (let place = even; place < width; place += 1) a += (values[at + place] ?? 0) * (vector[place] ?? 0);
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
