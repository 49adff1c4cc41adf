import { type Config, defaults } from "../../config/settings.js";
import type { Moment } from "../outcomes/moment.js";
import { blamedAdapter, countsAsEvidence, unattributed } from "./attribution.js";
import { fixSuggestionFor } from "./fix-suggestion.js";
import { newestKnown } from "./moment.js";
import type { RunOutcome, RunOutcomeInput } from "./run-outcome.js";
import { toRunOutcome } from "./to-run-outcome.js";
import { withoutNoise } from "./without-noise.js";

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

type PatternSettings = Config["failurePatterns"];

/**
 * The patterns after one more outcome, as a new array. An undated outcome is dated `now`, else the newest
 * time among the patterns.
 */
export function updatePatterns(
  existing: readonly FailurePattern[],
  outcome: RunOutcomeInput,
  settings: PatternSettings = defaults.failurePatterns,
  now?: Moment,
): FailurePattern[] {
  const run = toRunOutcome(outcome, now ?? newestKnown(existing.map((pattern) => pattern.lastSeenAt)));
  const id = patternIdOf(run);
  if (id === undefined) return [...existing];
  const at = existing.findIndex((pattern) => pattern.id === id);
  const updated = addOccurrence(existing[at], run, settings);
  return at < 0 ? [...existing, updated] : existing.with(at, updated);
}

/**
 * The pattern that an outcome is an occurrence of. A failure always is one. A partial run is one when it
 * names what failed.
 */
export function patternIdOf(outcome: RunOutcome): string | undefined {
  if (!countsAsEvidence(outcome) || outcome.result === "success") return undefined;
  const named = outcome.failureType !== undefined || outcome.failedAdapter !== undefined;
  return outcome.result === "failure" || named ? `${adapterOf(outcome)}::${typeOf(outcome)}` : undefined;
}

/** One pattern after one more occurrence; undefined before the first. */
export function addOccurrence(
  before: FailurePattern | undefined,
  outcome: RunOutcome,
  settings: PatternSettings = defaults.failurePatterns,
): FailurePattern {
  const adapterId = before?.adapterId ?? adapterOf(outcome);
  const failureType = before?.failureType ?? typeOf(outcome);
  const occurrences = (before?.occurrences ?? 0) + 1;
  return {
    id: before?.id ?? `${adapterId}::${failureType}`,
    adapterId,
    failureType,
    fixSuggestion: before?.fixSuggestion ?? fixSuggestionFor(adapterId, failureType),
    confidence: confidenceAfter(occurrences, settings),
    occurrences,
    lastSeenAt: newestKnown([before?.lastSeenAt ?? outcome.at, outcome.at]) ?? outcome.at,
  };
}

/** Follows from the count alone, so that it does not depend on the path taken to it. */
export function confidenceAfter(
  occurrences: number,
  settings: PatternSettings = defaults.failurePatterns,
): number {
  const grown = settings.initialConfidence + settings.confidenceStep * (occurrences - 1);
  return withoutNoise(Math.min(settings.highestConfidence, grown));
}

function adapterOf(outcome: RunOutcome): string {
  return blamedAdapter(outcome) ?? unattributed;
}

function typeOf({ failureType }: RunOutcome): string {
  return failureType ?? "unknown";
}
