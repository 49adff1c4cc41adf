import type { Whetstone } from "../compose/whetstone.js";
import { guardTools } from "./guard-tools.js";
import { type RunMiddleware, runMiddleware } from "./run-middleware.js";
import type { RunEnd, RunOptions } from "./run-options.js";
import { WatchedRun } from "./watched-run.js";

/** One run of an agent, which belongs to nobody else: two runs at a time have two of these. */
export interface AgentRun {
  /** Its phase and its task too, in every event that comes of it. */
  readonly id: string;
  /**
   * For `wrapLanguageModel`: puts the brief into the system message, and takes acknowledgements from the
   * answers.
   */
  readonly middleware: RunMiddleware;
  /**
   * The same tools: what an enforced lesson forbids is refused with the reason, and what fails is learned
   * from.
   */
  guard<Tools extends Readonly<Record<string, object>>>(tools: Tools): Tools;
  /**
   * The work is over: records its outcome, and makes a lesson of what failed twice. Said again, it changes
   * nothing. Never throws.
   */
  end(how?: RunEnd): Promise<void>;
}

/**
 * Begins a run, for callers that end it themselves, such as a server that streams its answer. `duringRun`
 * does both.
 */
export function beginRun(ws: Whetstone, options: RunOptions = {}): AgentRun {
  const run = new WatchedRun(ws, options);
  return {
    id: run.id,
    middleware: runMiddleware(run),
    guard: (tools) => guardTools(tools, run),
    end: (how = {}) => run.end(how),
  };
}
