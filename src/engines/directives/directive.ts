const priorities = ["low", "medium", "high", "critical"] as const;
export type Priority = (typeof priorities)[number];
export type Enforcement = "warn" | "enforce";
export const directiveStatuses = ["proposed", "active", "quarantined", "archived"] as const;
export type DirectiveStatus = (typeof directiveStatuses)[number];

/** A file that a directive speaks of, and its content when the directive was written. */
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
