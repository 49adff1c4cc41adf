import type { Config } from "../../../base/config/settings.js";
import { dayMs, epochMs } from "../../../log/events/time.js";
import type { Deprecation, InsightEvidence } from "./insight-evidence.js";

/** The settings that decide what evidence comes to. */
export type InsightRules = Pick<
  Config["insights"],
  | "decayDays"
  | "immuneAfterReinforcements"
  | "ruleFactor"
  | "causalFactor"
  | "deprecateUnusedDays"
  | "severeRoles"
  | "severePenalty"
  | "outcomeScoring"
>;

export const insightStates = ["observed", "candidate", "verified", "active", "deprecated"] as const;
/** A candidate is seen twice, a verified one in two distinct situations (jkz: lifecycle). */
export const candidateSightings = 2;
export const verifiedContexts = 2;

export type InsightState = (typeof insightStates)[number];

/** Where an insight stands now. Evidence leads up to verified; only a person makes it active. */
export function stateOfInsight(evidence: InsightEvidence, now: number, settings: InsightRules): InsightState {
  if (deprecationAt(evidence, now, settings) !== null) return "deprecated";
  if (evidence.promoted) return "active";
  if (evidence.situations.length >= verifiedContexts) return "verified";
  return evidence.sightings >= candidateSightings ? "candidate" : "observed";
}

/** Whether more speaks for it than the run that first said it, and the verdict on that run. */
export function hasHeld({ sightings, reinforcements, promoted }: InsightEvidence): boolean {
  return promoted || sightings >= candidateSightings || reinforcements > 1;
}

/**
 * What a role wrote down as a thing to remember may be shown at once. What it only said in passing is mostly about the
 * work at hand: it has to be said in another run, or a person has to stand behind it.
 */
export function mayBeShown(row: {
  readonly inPassing: boolean;
  readonly evidence: InsightEvidence;
}): boolean {
  return !row.inPassing || row.evidence.promoted || row.evidence.sightings >= candidateSightings;
}

/** What deprecates it at a moment: what did so before, or how long it went unused. */
export function deprecationAt(
  evidence: InsightEvidence,
  now: number,
  settings: InsightRules,
): Deprecation | null {
  if (evidence.deprecated !== null) return evidence.deprecated;
  if (now < unusedFrom(evidence, settings)) return null;
  return { by: "unused", reason: `unused for ${settings.deprecateUnusedDays} days`, at: evidence.lastUsedAt };
}

/** The moment from which on it counts as unused, in epoch milliseconds. */
export function unusedFrom({ lastUsedAt }: InsightEvidence, { deprecateUnusedDays }: InsightRules): number {
  return epochMs(lastUsedAt) + deprecateUnusedDays * dayMs;
}
