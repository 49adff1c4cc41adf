import type { Config } from "../../base/config/settings.js";
import { newestKnown } from "../outcomes/moment.js";
import type { Outcome } from "../outcomes/outcome.js";
import { withoutNoise } from "../outcomes/rounding.js";
import { adapterKey, blamedAdapter, countsAsEvidence, failureTypeOf, unattributed } from "./attribution.js";
import { fixSuggestionFor } from "./fix-suggestion.js";

/** One way in which one adapter keeps failing. */
export interface FailurePattern {
  /** `adapter::failure-type`, lower-case. */
  readonly id: string;
  readonly adapterId: string;
  readonly failureType: string;
  readonly fixSuggestion: string;
  readonly confidence: number;
  readonly occurrences: number;
  /** ISO time of the newest occurrence. */
  readonly lastSeenAt: string;
}

const idMark = "::";
const unknownType = "unknown";

/**
 * The pattern that an outcome is an occurrence of. A failure always is one. A partial run is one when it
 * names what failed. A kind of failure that nobody named is no pattern of any adapter: it is only counted.
 */
export function patternIdOf(outcome: Outcome): string | undefined {
  if (!countsAsEvidence(outcome) || outcome.result === "success") return undefined;
  const named = failureTypeOf(outcome) !== undefined || adapterKey(outcome.failedAdapter ?? "") !== "";
  return outcome.result === "failure" || named
    ? `${adapterOf(outcome)}${idMark}${typeOf(outcome)}`
    : undefined;
}

/** Whether an id is that of a failure pattern: no other id holds the mark between its two parts. */
export function isPattern(id: string): boolean {
  return id.includes(idMark);
}

/** The adapter in the id of a failure pattern. */
export function adapterOfPattern(id: string): string {
  return id.slice(0, id.indexOf(idMark));
}

/** One pattern after one more occurrence; undefined before the first. */
export function addOccurrence(
  before: FailurePattern | undefined,
  outcome: Outcome,
  at: string,
  settings: Config["failurePatterns"],
): FailurePattern {
  const adapterId = before?.adapterId ?? adapterOf(outcome);
  const failureType = before?.failureType ?? typeOf(outcome);
  const occurrences = (before?.occurrences ?? 0) + 1;
  return {
    id: before?.id ?? `${adapterId}${idMark}${failureType}`,
    adapterId,
    failureType,
    fixSuggestion: before?.fixSuggestion ?? fixSuggestionFor(adapterId, failureType),
    confidence: confidenceAfter(occurrences, settings),
    occurrences,
    lastSeenAt: newestKnown([before?.lastSeenAt ?? at, at]) ?? at,
  };
}

/** Follows from the count alone, so that it does not depend on the path taken to it. */
export function confidenceAfter(occurrences: number, settings: Config["failurePatterns"]): number {
  const grown = settings.initialConfidence + settings.confidenceStep * (occurrences - 1);
  return withoutNoise(Math.min(settings.highestConfidence, grown));
}

/** The most frequent first; all, if no number is given. */
export function mostFrequent(patterns: readonly FailurePattern[], count?: number): readonly FailurePattern[] {
  return [...patterns]
    .sort((a, b) => b.occurrences - a.occurrences || (a.id < b.id ? -1 : 1))
    .slice(0, count);
}

function adapterOf(outcome: Outcome): string {
  return failureTypeOf(outcome) === undefined ? unattributed : (blamedAdapter(outcome) ?? unattributed);
}

function typeOf(outcome: Outcome): string {
  return failureTypeOf(outcome) ?? unknownType;
}
