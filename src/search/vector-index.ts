/**
 * The port to stored vectors. The project is part of every key: no call works without one, and none sees
 * another's rows. It is derived from the log and may be thrown away; `position` says how much of the log it
 * has taken in.
 */
export interface VectorIndex {
  readonly kind: string;
  /** Where a person finds it; undefined when it lives in memory. */
  readonly location: string | undefined;
  /** What its vectors were made by. */
  readonly model: ModelStamp;
  /** Replaces rows by their id: never a second row for one lesson. */
  upsert(project: string, rows: readonly VectorRow[]): Promise<void>;
  remove(project: string, ids: readonly string[]): Promise<void>;
  /** By cosine, best first, equal ones by id. */
  nearest(project: string, vector: Float32Array, options: NearestOptions): Promise<readonly Neighbour[]>;
  /** Removes all rows of a project, from the disk too, and its position. */
  clear(project: string): Promise<void>;
  /** Those of the ids that have a row. */
  vectorsOf(project: string, ids: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** The ids of all rows of a project. */
  ids(project: string): Promise<ReadonlySet<string>>;
  count(project: string): Promise<number>;
  /** The seq of the last event that is in it, 0 when nothing is. */
  position(project: string): Promise<number>;
  /** Call it after the rows are written: a crash in between only repeats work. */
  setPosition(project: string, position: number): Promise<void>;
  /** Where another model's rows lie beside these, these take their place. */
  promote(): Promise<void>;
  /** Writes a probe, this vector or one of its own, finds it and removes it again. */
  health(probe?: Float32Array): Promise<IndexHealth>;
  close(): Promise<void>;
}

/** Vectors of other models, or of other dimensions, cannot be compared. All are of length 1. */
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
  /** All kinds, if left out. */
  readonly kinds?: readonly string[] | undefined;
  /** The least cosine. */
  readonly threshold?: number | undefined;
}

export interface Neighbour {
  readonly id: string;
  readonly kind: string;
  readonly similarity: number;
}

export interface IndexHealth {
  readonly healthy: boolean;
  /** Rows of all projects. */
  readonly count: number;
  readonly sizeBytes: number;
  readonly problem?: string;
}

export function sameModel(one: ModelStamp, other: ModelStamp): boolean {
  return one.name === other.name && one.dimensions === other.dimensions;
}
