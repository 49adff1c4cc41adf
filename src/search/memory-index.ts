import { oneGroup } from "./order/families.js";
import { VectorMatrix } from "./order/vector-matrix.js";
import { probeIndex } from "./probe.js";
import type {
  IndexHealth,
  ModelStamp,
  NearestOptions,
  Neighbour,
  VectorIndex,
  VectorRow,
} from "./vector-index.js";

/**
 * Vectors in memory, one matrix per project: the fast path, and the only index without a vector store.
 */
export class MemoryIndex implements VectorIndex {
  readonly kind = "memory";
  readonly location = undefined;
  readonly model: ModelStamp;
  readonly #projects = new Map<string, VectorMatrix>();
  readonly #positions = new Map<string, number>();

  constructor(model: ModelStamp) {
    this.model = model;
  }

  /** The matrix itself, for scanning and saving without a copy. */
  matrixOf(project: string): VectorMatrix {
    const known = this.#projects.get(project) ?? new VectorMatrix(this.model.dimensions);
    this.#projects.set(project, known);
    return known;
  }

  /** Replaces the rows of a project by a saved matrix. */
  restore(project: string, matrix: VectorMatrix, position: number): void {
    this.#projects.set(project, matrix);
    this.#positions.set(project, position);
  }

  async upsert(project: string, rows: readonly VectorRow[]): Promise<void> {
    const matrix = this.matrixOf(project);
    for (const row of rows) matrix.upsert(row);
  }

  async remove(project: string, ids: readonly string[]): Promise<void> {
    const matrix = this.matrixOf(project);
    for (const id of ids) matrix.remove(id);
  }

  async nearest(
    project: string,
    vector: Float32Array,
    options: NearestOptions,
  ): Promise<readonly Neighbour[]> {
    const { limit, kinds, threshold = Number.NEGATIVE_INFINITY } = options;
    const matrix = this.matrixOf(project);
    if (vector.length !== this.model.dimensions) {
      throw new RangeError(
        `a vector has ${vector.length} dimensions, but this index has ${this.model.dimensions}`,
      );
    }
    const found = matrix
      .cosines(vector)
      .best(limit, kinds && oneGroup(matrix.familyOf, (kind) => kinds.includes(kind)));
    return found
      .filter(({ score }) => score >= threshold)
      .map(({ id, score }) => ({ id, kind: matrix.kindOf(id) ?? "", similarity: score }));
  }

  async vectorsOf(project: string, ids: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const matrix = this.matrixOf(project);
    return new Map(
      ids.flatMap((id) => {
        const vector = matrix.vectorOf(id);
        return vector === undefined ? [] : [[id, vector.slice()] as const];
      }),
    );
  }

  async ids(project: string): Promise<ReadonlySet<string>> {
    return new Set(this.matrixOf(project).ids);
  }

  async count(project: string): Promise<number> {
    return this.#projects.get(project)?.size ?? 0;
  }

  async position(project: string): Promise<number> {
    return this.#positions.get(project) ?? 0;
  }

  async setPosition(project: string, position: number): Promise<void> {
    this.#positions.set(project, position);
  }

  async promote(): Promise<void> {
    // Each model has its own index in memory, so there is nothing to replace.
  }

  async health(probe?: Float32Array): Promise<IndexHealth> {
    const problem = await probeIndex(this, probe);
    const count = [...this.#projects.values()].reduce((sum, { size }) => sum + size, 0);
    return {
      healthy: problem === undefined,
      count,
      sizeBytes: count * this.model.dimensions * Float32Array.BYTES_PER_ELEMENT,
      ...(problem === undefined ? {} : { problem }),
    };
  }

  async close(): Promise<void> {
    this.#projects.clear();
    this.#positions.clear();
  }

  async clear(project: string): Promise<void> {
    this.#projects.delete(project);
    this.#positions.delete(project);
  }
}
