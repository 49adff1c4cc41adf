import { type Config, defaults } from "../../config/settings.js";
import { epochMs } from "../../events/time.js";
import { type Moment, momentMs } from "../outcomes/moment.js";
import { unattributed } from "./attribution.js";
import type { FailurePattern } from "./failure-pattern.js";
import { momentIso, newestKnown, unknownTime } from "./moment.js";
import { type PolicyRule, strictestRule } from "./policy-rule.js";
import type { AdapterReliability } from "./reliability-tally.js";

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

/**
 * What the rule says now of each adapter that was judged or has failed, sorted by adapter. Nothing is
 * required of unattributed failures. Evidence dated after `now` counts as of `now`.
 */
export function buildAdaptivePolicyOverlays(
  reliability: readonly AdapterReliability[],
  patterns: readonly FailurePattern[],
  settings: PolicySettings = defaults.policy,
  now?: Moment,
): AdaptivePolicyOverlay[] {
  const rows = new Map(reliability.map((row) => [row.adapterId, row]));
  const failing = byAdapter(patterns);
  return [...new Set([...rows.keys(), ...failing.keys()])]
    .filter((adapterId) => adapterId !== unattributed)
    .sort()
    .map((adapterId) =>
      overlayFor(adapterId, rows.get(adapterId), failing.get(adapterId) ?? [], settings, now),
    );
}

/**
 * What the rule says now of one adapter. Without a reliability nothing speaks for it, and the rule is the
 * strictest.
 */
export function overlayFor(
  adapterId: string,
  reliability: Pick<AdapterReliability, "reliabilityScore" | "updatedAt"> | undefined,
  patterns: readonly Pick<FailurePattern, "failureType" | "occurrences" | "lastSeenAt">[],
  settings: PolicySettings = defaults.policy,
  now?: Moment,
): AdaptivePolicyOverlay {
  const score = reliability?.reliabilityScore ?? Number.NaN;
  // Negated, so that a count that is no number repeats too.
  const repeated = patterns.filter(({ occurrences }) => !(occurrences < settings.approvalOccurrences));
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

/** The limits of an overlay, without what they are for and why. */
export function ruleOf(overlay: AdaptivePolicyOverlay): PolicyRule {
  const { riskMultiplier, suggestedMaxRetries, requireApproval } = overlay;
  return { riskMultiplier, maxRetries: suggestedMaxRetries, requireApproval };
}

function byAdapter(patterns: readonly FailurePattern[]): ReadonlyMap<string, readonly FailurePattern[]> {
  const groups = new Map<string, FailurePattern[]>();
  for (const pattern of patterns) {
    const group = groups.get(pattern.adapterId);
    if (group === undefined) groups.set(pattern.adapterId, [pattern]);
    else group.push(pattern);
  }
  return groups;
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
  return score > settings.trustedAboveScore ? settings.trustedMultiplier : settings.normalMultiplier;
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
