import { createContext, Script } from "node:vm";

const script = new Script("work()");

/**
 * Runs synchronous work that may not end in time: `undefined` when it was cut off after `limitMs`. A regex
 * engine cannot be asked to look at the clock, and a worker thread would need a file of its own in every
 * bundle. What the work was changing may be half changed afterwards: throw it away.
 */
export function interruptible<Result>(
  limitMs: number,
  work: () => Result,
): { readonly result: Result } | undefined {
  try {
    const context = createContext(Object.assign(Object.create(null), { work }));
    return { result: script.runInContext(context, { timeout: Math.max(1, Math.ceil(limitMs)) }) };
  } catch (error) {
    // Thrown in the new context, so it is not an Error of this one.
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  }
}
