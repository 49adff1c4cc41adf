import type { Context } from "../app/context.js";
import type {
  ErrorInput,
  ErrorListResult,
  ErrorResult,
  ErrorStatsResult,
  ResolveResult,
} from "../app/errors.js";
import { once } from "./once.js";

/** The errors of a task. */
export interface ErrorVerbs {
  record(input: ErrorInput): Promise<ErrorResult>;
  resolve(id: string): Promise<ResolveResult>;
  /** The block for a retry prompt; empty when there are none. */
  context(task: string, includeResolved?: boolean): Promise<string>;
  stats(task: string): Promise<ErrorStatsResult>;
  list(task: string): Promise<ErrorListResult>;
}

const errors = once(() => import("../app/errors.js"));

export function errorVerbs(context: Context): ErrorVerbs {
  return {
    record: async (input) => (await errors()).recordError(context, input),
    resolve: async (id) => (await errors()).resolveError(context, id),
    context: async (task, all) => (await errors()).errorContext(context, task, all),
    stats: async (task) => (await errors()).errorStats(context, task),
    list: async (task) => (await errors()).listErrors(context, task),
  };
}
