import type { Directive } from "./directive.js";

/** Somebody's judgement of a directive in use. */
export interface Evidence {
  /** Who judged. */
  readonly origin: string;
  readonly source: "delegate" | "reviewer" | "predicate";
  readonly kind: string;
}

/** What speaks for a directive besides its author. */
export interface Corroboration {
  /** A person vouched for it. */
  readonly person: boolean;
  readonly evidence: readonly Evidence[];
}

/**
 * Whether a directive may be critical or enforced. A person's may. Any other needs a person, or another
 * role's verified evidence: acknowledgements never count, nor do judgements by its own author or by anything
 * that is no role. A predicate counts only as what a role ran, for its author may have written it.
 */
export function mayEnforce(origin: string, { person, evidence }: Corroboration): boolean {
  if (origin === "human" || person) return true;
  return evidence.some(
    (each) => each.source !== "delegate" && each.kind === "verified" && isIndependent(each.origin, origin),
  );
}

function isIndependent(judge: string, author: string): boolean {
  return judge === "human" || (/^agent:\s*\S/.test(judge) && normal(judge) !== normal(author));
}

function normal(origin: string): string {
  return origin.replace(/\s+/g, "").toLowerCase();
}

/**
 * The priority and enforcement that a directive really gets: without trust it is at most high, and only
 * warns.
 */
export function cappedByTrust(
  { origin, priority, enforcement }: Pick<Directive, "origin" | "priority" | "enforcement">,
  corroboration: Corroboration,
): Pick<Directive, "priority" | "enforcement"> {
  if (mayEnforce(origin, corroboration)) return { priority, enforcement };
  return { priority: priority === "critical" ? "high" : priority, enforcement: "warn" };
}
