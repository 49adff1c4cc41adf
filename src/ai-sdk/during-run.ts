import type { Whetstone } from "../compose/whetstone.js";
import { type AgentRun, beginRun } from "./begin-run.js";
import type { RunOptions } from "./run-options.js";

/**
 * Does an agent's work as one run, and records how it ended when it is over: as a failure when the work
 * throws, whose error goes on to the caller. A stream has to be read inside of it.
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
    await run.end({ result: "failure", cause: wasCalledOff(error) ? "infra" : "task" });
    throw error;
  }
}

/** By an abort signal, or by its timeout. */
function wasCalledOff(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
}
