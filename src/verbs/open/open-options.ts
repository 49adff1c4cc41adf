import type { Progress } from "../../log/store/store.js";

export type { Progress };

export interface OpenOptions {
  /** Any folder of the project; the current one, if left out. */
  readonly root?: string;
  /** The key of another project, to read what was learned before this folder's key changed. */
  readonly project?: string;
  /** Settings that win over whetstone.json and the environment, such as `antiPatterns.minObservations=5`. */
  readonly set?: readonly string[];
  /**
   * A PostgreSQL database instead of a file, such as `postgres://user@host/database`: for programs on many
   * machines that share what is learned. Needs the package `pg`. WHETSTONE_STORE_URL says the same.
   */
  readonly store?: string;
  /** Stands in for the process environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds; tests and simulations move it. */
  readonly clock?: () => number;
  /** Who acts, when a call does not say. */
  readonly actor?: string;
  /**
   * Who speaks through this handle: `human` if a person does, `system:<name>` if the program runs the agents
   * whose outcomes it records, or agent:<role>, tool:<name>, import:<file>, llm:<model>. A call can name a
   * less trusted origin, never a more trusted one. `tool:library`, if left out. A program that a coding agent
   * started, by the marks in its environment, speaks for that agent instead of a person or a system.
   */
  readonly origin?: string;
  /** The run that calls belong to, when they do not say. */
  readonly run?: string;
  /** Called with each part of the configuration that was ignored, such as a setting that was removed. */
  readonly onWarning?: (message: string) => void;
  /**
   * Agents wait for this process with every call, and it stays open: then `insights.briefLimitMs` and
   * `insights.captureLimitMs` hold. A program of its own has more time, unless these are set.
   */
  readonly answersHooks?: boolean;
  /**
   * Goes on by what whetstone.json last said where it cannot be followed as it is, so that what is enforced
   * stays so. Without it opening fails with `invalid_config`.
   */
  readonly byLastSettings?: boolean;
  /** Checks every result against its published schema, and throws where it does not fit; for tests. */
  readonly checkResults?: boolean;
  /** Called when read models are rebuilt because the program or a setting changed. */
  readonly onRebuild?: Progress;
  /**
   * Called with the size of a model before it is downloaded, then with the progress. Without it nothing is
   * downloaded.
   */
  readonly onDownload?: Progress;
}
