import type { Config } from "../../../base/config/settings.js";
import { dayMs } from "../../../log/events/time.js";
import type { Witness } from "../../../log/events/witness.js";
import type { Directive } from "./directive.js";
import { isNamedIn } from "./scope.js";

/** A judgement of a directive in use. */
export interface Evidence {
  /** Who judged. */
  readonly origin: string;
  readonly source: "delegate" | "reviewer" | "predicate";
  readonly kind: string;
  /** The channel that vouches for who judged. */
  readonly witness?: Witness | undefined;
}

/** The support for a directive besides its author's. */
export interface Corroboration {
  /** A person vouched for it. */
  readonly person: boolean;
  readonly evidence: readonly Evidence[];
  /** The channel that knows who its author is; null when the author only gave a name. */
  readonly author?: Witness | null;
}

/** Channels that know who speaks. An orchestrator vouches for outcomes, not for what binds people. */
const knowsWhoSpeaks: readonly (Witness | null | undefined)[] = ["host", "person"];

/**
 * Whether a directive may be critical or enforced. A person's may. Any other needs a person, or another
 * role's verified evidence, where it is known that the role is another one: whoever wrote a text under a
 * name of its own choice may be the one who verifies it.
 */
export function mayEnforce(origin: string, corroboration: Corroboration): boolean {
  const { author, person, evidence } = corroboration;
  if (origin === "human" || person || evidence.some(isPersons)) return true;
  return knowsWhoSpeaks.includes(author) && isCorroborated(origin, corroboration);
}

/**
 * Whether somebody besides its author stands behind a directive: a person, or another role's verified
 * evidence by a channel that knows who speaks. A role that a caller merely names is not another role.
 * Acknowledgements never count, nor do judgements by its own author or by anything that is not a role. A
 * predicate counts only when a role ran it, for its author may have written it.
 */
export function isCorroborated(origin: string, { person, evidence }: Corroboration): boolean {
  if (origin === "human" || person) return true;
  return evidence.some(
    (each) => isVerified(each) && knowsWhoSpeaks.includes(each.witness) && isIndependent(each.origin, origin),
  );
}

function isPersons(each: Evidence): boolean {
  return isVerified(each) && each.witness === "person" && each.origin === "human";
}

function isVerified({ source, kind }: Evidence): boolean {
  return source !== "delegate" && kind === "verified";
}

function isIndependent(judge: string, author: string): boolean {
  return judge === "human" || (/^agent:\s*\S/.test(judge) && normalOrigin(judge) !== normalOrigin(author));
}

/** The judge of a directive, and the roles as which its run was shown the directive. */
export interface Judge {
  readonly origin: string;
  readonly shownAs: readonly (string | null)[];
}

/**
 * Why somebody is not a reviewer of a directive: it is its author, or was shown it to follow. One that was
 * shown it as a reviewer is one all the same. A person reviews the work under a rule of their own.
 */
export function conflictOf(
  author: string,
  { origin, shownAs }: Judge,
  reviewerRoles: readonly string[],
): "author" | "shown" | undefined {
  if (origin === "human") return undefined;
  if (normalOrigin(origin) === normalOrigin(author)) return "author";
  const followed = shownAs.some((role) => role === null || !isNamedIn(reviewerRoles, role));
  return followed ? "shown" : undefined;
}

function normalOrigin(origin: string): string {
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

/**
 * Whether a receipt counts towards an escalation: a check found the violation, or a reviewer whom somebody
 * vouches for. By the word of a caller that names itself, a stranger could make a person's rule critical.
 */
export function isVouchedViolation({ source, kind, witness }: Omit<Evidence, "origin">): boolean {
  if (kind !== "violated") return false;
  return source === "predicate" || (source === "reviewer" && witness !== undefined);
}

export interface Violation {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly run: string;
}

/**
 * Whether a directive was violated often enough lately to become critical and enforced. Runs count, not
 * violations: one run that is judged twice repeated nothing. A time after `now` is another machine's clock,
 * and counts as recent. The caller that writes the escalation makes sure that it happens once.
 */
export function shouldEscalate(
  violations: readonly Violation[],
  now: number,
  settings: Pick<Config["directives"], "escalateAfterViolations" | "escalateWithinDays">,
): boolean {
  const runs = new Set(recentViolations(violations, now, settings).map(({ run }) => run));
  return runs.size >= settings.escalateAfterViolations;
}

/** Those that count towards an escalation now. */
export function recentViolations<Each extends Violation>(
  violations: readonly Each[],
  now: number,
  { escalateWithinDays }: Pick<Config["directives"], "escalateWithinDays">,
): readonly Each[] {
  return violations.filter(({ at }) => at >= now - escalateWithinDays * dayMs);
}
