/** What decides with which probability a lesson that fits a moment is shown. */
export interface ShareFacts {
  /** A person wrote it or stands behind it, or it must be known because it blocks. */
  readonly isVouched: boolean;
  readonly moment: string;
  /** Sessions in which it was shown or held out by chance, and are over. */
  readonly sessions: number;
  readonly verdict: "helps" | "harms" | "no difference" | null;
  /** Whether a person runs a trial of this lesson, or of all lessons of the project. */
  readonly isTried: boolean;
  readonly isProjectTried: boolean;
}

export interface ShareSettings {
  readonly enabled: boolean;
  readonly share: number;
  readonly holdOut: "everywhere" | "never";
}

/** While a person runs a trial, both arms grow equally fast: that is the shortest way to a verdict. */
export const triedShare = 0.5;
/** Enough to notice when a lesson stops helping. */
const knownShare = 0.95;
/** After so many sessions without a verdict the effect is too small to hold out one session in five for it. */
const sessionsEnough = 200;

/**
 * The probability with which a lesson is shown in a session. A lesson that harms is shown no more even where
 * nothing else is held out: that verdict stands until a person vouches for the lesson or tries it again.
 */
export function shareOf(facts: ShareFacts, { enabled, share, holdOut }: ShareSettings): number {
  if (facts.isVouched) return 1;
  if (facts.verdict === "harms" && !(facts.isTried && enabled)) return 0;
  if (!enabled || (holdOut === "never" && facts.moment === "failure")) return 1;
  if (facts.isTried || facts.isProjectTried) return triedShare;
  const isKnown = facts.verdict !== null || facts.sessions >= sessionsEnough;
  return isKnown ? Math.max(knownShare, share) : share;
}
