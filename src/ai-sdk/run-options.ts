import type { DescribeCall } from "./tool-use.js";

export interface RunOptions {
  /**
   * What the agent is in this run: it gets the lessons of that role. The setting `hosts.mainRole`, if left
   * out.
   */
  readonly role?: string;
  /**
   * Puts the plan of the task behind the brief: what worked and what failed for tasks like it. With a
   * strategy named, the run's outcome is evidence for or against that strategy. A plan waits for the store as
   * `ws.plan` does.
   */
  readonly plan?: boolean | { readonly strategy: string };
  /** Says what a call does where its arguments have names of their own. */
  readonly describe?: DescribeCall;
  /** Epoch milliseconds; tests move it. */
  readonly clock?: () => number;
}

export interface RunEnd {
  /** How the work went, where the program knows it; what was seen of the tools decides, if left out. */
  readonly result?: "success" | "partial" | "failure";
  /** `infra` when it was called off; a model that did not answer is noticed anyway. */
  readonly cause?: "task" | "infra";
}
