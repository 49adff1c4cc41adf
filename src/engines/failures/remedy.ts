import type { Failure } from "./failure.js";

/** A call that failed, as far as a later one can undo it. */
export interface FailedCall extends Failure {
  readonly tool: string;
  /** The command of a shell, the path of a file, else the arguments as JSON. */
  readonly input: string;
}

export interface LaterCall {
  readonly tool: string;
  readonly input: string;
  /** What it answered, where that is known. */
  readonly output?: string | undefined;
}

/**
 * What a later call of the session that succeeded has to do with a failure. `again`: the same call.
 * `instead`: the same purpose, with the part changed that the cause speaks of. `helps`: it does something
 * about what the cause names.
 */
type Relation = "again" | "instead" | "helps";

export interface Remedy {
  readonly relation: Relation;
  /** What to do, as an instruction; "" for the same call again. */
  readonly advice: string;
}
