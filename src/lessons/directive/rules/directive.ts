const priorities = ["low", "medium", "high", "critical"] as const;
export type Priority = (typeof priorities)[number];
export type Enforcement = "warn" | "enforce";
export const directiveStatuses = ["proposed", "active", "quarantined", "archived"] as const;
type DirectiveStatus = (typeof directiveStatuses)[number];

/** A file that a directive mentions, and a hash of its content when the directive was written. */
interface Citation {
  readonly file: string;
  readonly hash: string;
}

/** A scoped, checkable instruction. */
export interface Directive {
  /** The id under which it is exposed, acknowledged and judged. */
  readonly lesson: string;
  readonly text: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly triggers: readonly string[];
  readonly requiredActions: readonly string[];
  readonly forbiddenActions: readonly string[];
  readonly verificationChecks: readonly string[];
  /** A check that a program makes. Never written by a language model. */
  readonly verificationPredicate?: string;
  readonly appliesToAgents: readonly string[];
  readonly appliesToTools: readonly string[];
  readonly priority: Priority;
  readonly enforcement: Enforcement;
  readonly citations: readonly Citation[];
  readonly status: DirectiveStatus;
  /** Who brought the text into the store; set at the first write and never raised. */
  readonly origin: string;
}

export function isCritical({ priority }: Pick<Directive, "priority">): boolean {
  return priority === "critical";
}

/** The part of a directive's history that decides how prominently it is shown. */
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

export const bestStanding = 0.3;

/** How much a directive deserves to be shown whatever the task is: from −0.3 to `bestStanding`. */
export function standingOf(priority: Priority, { applied, ignored, violated, stale }: TrackRecord): number {
  return priorityBonus[priority] + recordOf(applied, ignored, violated) - (stale ? stalePenalty : 0);
}

/** An applied directive helps, a violated one must be repeated, an ignored one is noise: −0.1 to 0.1. */
function recordOf(applied: number, ignored: number, violated: number): number {
  const balance = applied + violated - ignored;
  return (0.1 * balance) / (Math.abs(balance) + 3);
}
