import type { Priority } from "./directive.js";

/** What of a directive's history speaks for showing it. */
export interface TrackRecord {
  readonly applied: number;
  readonly ignored: number;
  readonly violated: number;
  /** A file that it cites has changed since. */
  readonly stale: boolean;
}

/** Weight of a priority beside the words: it decides among directives that fit equally well. */
const priorityBonus = { low: 0, medium: 0.05, high: 0.1, critical: 0.2 } as const;
const stalePenalty = 0.2;

/** What speaks for a directive whatever the task is: from −0.3 to 0.3. */
export function standingOf(priority: Priority, { applied, ignored, violated, stale }: TrackRecord): number {
  return priorityBonus[priority] + recordOf(applied, ignored, violated) - (stale ? stalePenalty : 0);
}

/** What is applied helps, what is violated must be said again, what is ignored is noise: from −0.1 to 0.1. */
function recordOf(applied: number, ignored: number, violated: number): number {
  const told = applied + violated - ignored;
  return (0.1 * told) / (Math.abs(told) + 3);
}
