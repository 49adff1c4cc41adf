import type { Config } from "../../base/config/settings.js";
import { dayMs, epochMs } from "../../log/events/time.js";
import { type Moment, momentIso, momentMs, newestKnown, unknownTime } from "../outcomes/moment.js";
import type { FailurePattern } from "./failure-pattern.js";
import {
  basePolicy,
  type PolicyField,
  type PolicyRule,
  stricter,
  stricterFields,
  strictestRule,
  usualRisk,
} from "./policy-rule.js";
import { type AdapterReliability, type ReliabilityTally, reliabilityOf } from "./reliability.js";

/** Limits on an adapter that were learned from its runs. */
export interface AdaptivePolicyOverlay {
  readonly adapterId: string;
  readonly riskMultiplier: number;
  /** Retries, so attempts are one more. */
  readonly suggestedMaxRetries: number;
  readonly requireApproval: boolean;
  readonly reason: string;
  /** Time of the newest evidence behind it: the age of an overlay is the age of what it rests on. */
  readonly updatedAt: string;
}

type PolicySettings = Config["policy"];

type Reliability = Pick<AdapterReliability, "reliabilityScore" | "updatedAt" | "runs">;
type Failures = Pick<FailurePattern, "failureType" | "occurrences" | "lastSeenAt">;

/**
 * What the rule says now of one adapter; nothing while it has too few outcomes of its own. Without a
 * reliability nothing speaks for it, and the rule is the strictest.
 */
export function overlayFor(
  adapterId: string,
  reliability: Reliability | undefined,
  patterns: readonly Failures[],
  settings: PolicySettings,
  now?: Moment,
): AdaptivePolicyOverlay | undefined {
  if (!hasEvidence(reliability, patterns, settings)) return undefined;
  const score = reliability?.reliabilityScore ?? Number.NaN;
  const repeated = patterns
    // Negated, so that a count that is not a number repeats too.
    .filter(({ occurrences }) => !(occurrences < settings.approvalOccurrences))
    // By name: the reason must not depend on which of them came last.
    .sort((a, b) => (a.failureType < b.failureType ? -1 : 1));
  const { riskMultiplier, maxRetries, requireApproval } = ruleForScore(score, settings);
  const evidence = newestKnown([
    reliability?.updatedAt ?? unknownTime,
    ...patterns.map((pattern) => pattern.lastSeenAt),
  ]);
  return {
    adapterId,
    riskMultiplier,
    suggestedMaxRetries: maxRetries,
    requireApproval: requireApproval || repeated.length > 0,
    reason: [scoreReason(score, settings), ...repeated.map(repeatReason)].join("; "),
    updatedAt: noLaterThan(evidence ?? unknownTime, now),
  };
}

function hasEvidence(
  reliability: Reliability | undefined,
  patterns: readonly Failures[],
  { minOutcomes }: PolicySettings,
): boolean {
  const failed = patterns.reduce((sum, each) => sum + each.occurrences, 0);
  // Negated, so that a count that is not a number is enough.
  return !((reliability?.runs ?? failed) < minOutcomes);
}

/** The limits of an overlay, without what they are for and why. */
export function ruleOf(overlay: AdaptivePolicyOverlay): PolicyRule {
  const { riskMultiplier, suggestedMaxRetries, requireApproval } = overlay;
  return { riskMultiplier, maxRetries: suggestedMaxRetries, requireApproval };
}

function ruleForScore(score: number, settings: PolicySettings): PolicyRule {
  if (!isScore(score)) return strictestRule(settings);
  return {
    riskMultiplier: riskFor(score, settings),
    maxRetries: score < settings.fewerRetriesBelowScore ? settings.fewerRetries : settings.usualRetries,
    requireApproval: score < settings.approvalBelowScore,
  };
}

function riskFor(score: number, settings: PolicySettings): number {
  if (score < settings.riskyBelowScore) return settings.riskyMultiplier;
  return score > settings.trustedAboveScore ? settings.trustedMultiplier : usualRisk;
}

function scoreReason(score: number, settings: PolicySettings): string {
  if (!isScore(score)) return "reliability is unknown";
  if (score < settings.riskyBelowScore) return `reliability ${score} is below ${settings.riskyBelowScore}`;
  if (score < settings.approvalBelowScore)
    return `reliability ${score} is below ${settings.approvalBelowScore}`;
  return score > settings.trustedAboveScore
    ? `reliability ${score} is above ${settings.trustedAboveScore}`
    : `reliability is ${score}`;
}

function repeatReason({
  failureType,
  occurrences,
}: Pick<FailurePattern, "failureType" | "occurrences">): string {
  return `${failureType} failed ${occurrences} times`;
}

function isScore(score: number): boolean {
  return score >= 0 && score <= 1;
}

function noLaterThan(time: string, now: Moment | undefined): string {
  return now !== undefined && momentMs("now", now) < epochMs(time) ? momentIso("now", now) : time;
}

/** The fields in which what was learned demands more than the base policy. */
export function limitedFields(
  overlay: AdaptivePolicyOverlay,
  settings: PolicySettings,
): readonly PolicyField[] {
  return stricterFields(ruleOf(overlay), basePolicy(settings), settings);
}

/**
 * The learned overlay after the rule has spoken again: each field the strictest since the last review. It
 * tightens by itself; after a person's review there is none, and the base policy holds until new evidence.
 */
export function ratchet(
  learned: AdaptivePolicyOverlay | undefined,
  current: AdaptivePolicyOverlay,
  settings: PolicySettings,
): AdaptivePolicyOverlay {
  const before = learned ?? current;
  const { riskMultiplier, maxRetries, requireApproval } = stricter(ruleOf(before), ruleOf(current), settings);
  return {
    adapterId: current.adapterId,
    riskMultiplier,
    suggestedMaxRetries: maxRetries,
    requireApproval,
    reason: overlayReason(before, current, settings),
    updatedAt: newestKnown([before.updatedAt, current.updatedAt]) ?? current.updatedAt,
  };
}

/** Never both reasons in full: a text that grew with each outcome would have no end. */
function overlayReason(
  learned: AdaptivePolicyOverlay,
  current: AdaptivePolicyOverlay,
  settings: PolicySettings,
): string {
  const kept = stricterFields(ruleOf(learned), ruleOf(current), settings);
  if (kept.length === 0) return current.reason;
  const added = stricterFields(ruleOf(current), ruleOf(learned), settings);
  return added.length === 0
    ? learned.reason
    : `${current.reason}; ${kept.join(" and ")} as before, until a review`;
}

/** True when an overlay has had no evidence for too long, or when its age is unknown. */
export function isStale(
  overlay: Pick<AdaptivePolicyOverlay, "updatedAt">,
  now: Moment,
  settings: Pick<PolicySettings, "staleAfterDays">,
): boolean {
  return momentMs("now", now) > staleAfter(overlay.updatedAt, settings);
}

/** The last moment, in epoch milliseconds, at which evidence of this time is not stale; 0 if it is unknown. */
export function staleAfter(
  evidenceAt: string,
  { staleAfterDays }: Pick<PolicySettings, "staleAfterDays">,
): number {
  const until = epochMs(evidenceAt) + staleAfterDays * dayMs;
  return Number.isNaN(until) ? 0 : until;
}

/**
 * True when a person might want to relax what was learned: enough successes in a row, a good score, and a
 * review that would change something, because the learned overlay is stricter than the base policy.
 */
export function shouldSuggestRelaxation(
  tally: ReliabilityTally,
  learned: AdaptivePolicyOverlay | undefined,
  settings: Pick<Config, "reliability" | "policy">,
): boolean {
  return (
    learned !== undefined &&
    tally.streak >= settings.policy.relaxAfterSuccesses &&
    reliabilityOf(tally, settings.reliability).reliabilityScore >= settings.policy.relaxAtScore &&
    limitedFields(learned, settings.policy).length > 0
  );
}
