import type { ErrorEntry } from "./error-context.js";
import type { ErrorType } from "./error-type.js";

export interface ErrorStats {
  /** Every error that happened: what an outcome's error count says. */
  readonly total: number;
  readonly unresolved: number;
  /** Types that did not happen are absent. */
  readonly by_type: Readonly<Partial<Record<ErrorType, number>>>;
}

/** Resolving an error changes `unresolved` and nothing else. */
export function errorStats(entries: readonly ErrorEntry[]): ErrorStats {
  const by_type: Partial<Record<ErrorType, number>> = {};
  for (const { error_type } of entries) by_type[error_type] = (by_type[error_type] ?? 0) + 1;
  return { total: entries.length, unresolved: entries.filter((entry) => !entry.resolved).length, by_type };
}
