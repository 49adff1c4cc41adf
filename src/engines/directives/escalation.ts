import type { Config } from "../../config/settings.js";
import { dayMs } from "../../events/time.js";

export interface Violation {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly run: string;
}

/**
 * Whether a directive was violated so often of late that it becomes critical and enforced. Runs count, not
 * violations: one run that is judged twice repeated nothing. A time after `now` is another machine's clock,
 * and counts as recent. That it happens once is kept by who writes the escalation.
 */
export function shouldEscalate(
  violations: readonly Violation[],
  now: number,
  settings: Pick<Config["directives"], "escalateAfterViolations" | "escalateWithinDays">,
): boolean {
  const since = now - settings.escalateWithinDays * dayMs;
  const runs = new Set(violations.filter(({ at }) => at >= since).map(({ run }) => run));
  return runs.size >= settings.escalateAfterViolations;
}
