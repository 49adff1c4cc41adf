import type { Whetstone } from "../../verbs/open/whetstone.js";
import { guardTools } from "./guard-tools.js";
import { type RunMiddleware, runMiddleware } from "./run-middleware.js";
import { type RunEnd, type RunOptions, WatchedRun } from "./watched-run.js";

/** One run of an agent. Runs at the same time each have one of these, and share nothing. */
export interface AgentRun {
  /** Also the phase and the task of every event of the run. */
  readonly id: string;
  /**
   * For `wrapLanguageModel`: adds the brief to the system message, and reads acknowledgements in the answers.
   */
  readonly middleware: RunMiddleware;
  /**
   * The same tools: a call that an enforced lesson forbids is refused with the reason, and failures are
   * learned from.
   */
  guard<Tools extends Readonly<Record<string, object>>>(tools: Tools): Tools;
  /**
   * Records the outcome of the finished work, and makes a lesson of what failed twice. Only the first call
   * has an effect. Never throws.
   */
  end(how?: RunEnd): Promise<void>;
}

/** For callers that end the run themselves, such as a server that streams its answer. See `duringRun`. */
export function beginRun(ws: Whetstone, options: RunOptions = {}): AgentRun {
  const run = new WatchedRun(ws, options);
  return {
    id: run.id,
    middleware: runMiddleware(run),
    guard: (tools) => guardTools(tools, run),
    end: (how = {}) => run.end(how),
  };
}

/**
 * Does an agent's work as one run and records how it ended. If the work throws, that is a failure, and the
 * caller gets the error. A stream has to be read to its end inside `work`.
 */
export async function duringRun<T>(
  ws: Whetstone,
  options: RunOptions,
  work: (run: AgentRun) => Promise<T>,
): Promise<T> {
  const run = beginRun(ws, options);
  try {
    const done = await work(run);
    await run.end();
    return done;
  } catch (error) {
    await run.end({ result: "failure", cause: wasAborted(error) ? "infra" : "task" });
    throw error;
  }
}

function wasAborted(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
}
