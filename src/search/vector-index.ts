/**
 * The port to stored vectors. The project is part of every key, so that no call sees the rows of another
 * project. The index is derived from the log and may be deleted; `position` says how much of the log it
 * holds.
 */
export interface VectorIndex {
  readonly kind: string;
  /** Where a person finds it; undefined when it lives in memory. */
  readonly location: string | undefined;
  /** The model that made its vectors. */
  readonly model: ModelStamp;
  /** Replaces rows with the same id: a lesson never has two rows. */
  upsert(project: string, rows: readonly VectorRow[]): Promise<void>;
  remove(project: string, ids: readonly string[]): Promise<void>;
  /** By cosine, best first, ties by id. */
  nearest(project: string, vector: Float32Array, options: NearestOptions): Promise<readonly Neighbour[]>;
  /** Removes all rows of a project and its position, also from disk. */
  clear(project: string): Promise<void>;
  /** The vectors of those ids that have a row. */
  vectorsOf(project: string, ids: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  ids(project: string): Promise<ReadonlySet<string>>;
  count(project: string): Promise<number>;
  /** The seq of the last event that the index holds; 0 when it is empty. */
  position(project: string): Promise<number>;
  /** Call it after the rows are written, so that a crash in between only repeats work. */
  setPosition(project: string, position: number): Promise<void>;
  /** Replaces the rows of another model, if there are any, by those of this model. */
  promote(): Promise<void>;
  /** Writes a probe vector, finds it and removes it again. */
  health(probe?: Float32Array): Promise<IndexHealth>;
  close(): Promise<void>;
}

/** Only vectors of the same model and dimensions can be compared. All have length 1. */
export interface ModelStamp {
  readonly name: string;
  readonly dimensions: number;
}

export interface VectorRow {
  readonly id: string;
  readonly kind: string;
  readonly vector: Float32Array;
}

export interface NearestOptions {
  readonly limit: number;
  /** All kinds if left out. */
  readonly kinds?: readonly string[] | undefined;
  /** The minimum cosine. */
  readonly threshold?: number | undefined;
}

export interface Neighbour {
  readonly id: string;
  readonly kind: string;
  readonly similarity: number;
}

export interface IndexHealth {
  readonly healthy: boolean;
  /** The number of rows of all projects. */
  readonly count: number;
  readonly sizeBytes: number;
  readonly problem?: string;
}

export function sameModel(one: ModelStamp, other: ModelStamp): boolean {
  return one.name === other.name && one.dimensions === other.dimensions;
}
