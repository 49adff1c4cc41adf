import { type Config, defaults } from "../../base/config/settings.js";
import { type Moment, newestKnown } from "../../runs/outcomes/moment.js";
import { judgedAdapters, unattributed } from "../../runs/reliability/attribution.js";
import * as policy from "../../runs/reliability/effective-policy.js";
import { addOccurrence, type FailurePattern, patternIdOf } from "../../runs/reliability/failure-pattern.js";
import { type AdaptivePolicyOverlay, overlayFor } from "../../runs/reliability/overlay.js";
import * as rules from "../../runs/reliability/policy-rule.js";
import {
  type AdapterReliability,
  addOutcome,
  type ReliabilityTally,
  reliabilityOf,
} from "../../runs/reliability/reliability.js";
import { type RunOutcome, type RunOutcomeInput, toRunOutcome } from "./run-outcome.js";

type PolicySettings = Config["policy"];

/**
 * The patterns after one more outcome, as a new array. An undated outcome is dated `now`, else the newest
 * time among the patterns.
 */
export function updatePatterns(
  existing: readonly FailurePattern[],
  outcome: RunOutcomeInput,
  settings: Config["failurePatterns"] = defaults.failurePatterns,
  now?: Moment,
): FailurePattern[] {
  const run = toRunOutcome(outcome, now ?? newestKnown(existing.map((pattern) => pattern.lastSeenAt)));
  const id = patternIdOf(run);
  if (id === undefined) return [...existing];
  const at = existing.findIndex((pattern) => pattern.id === id);
  const updated = addOccurrence(existing[at], run, run.at, settings);
  return at < 0 ? [...existing, updated] : existing.with(at, updated);
}

/**
 * How far each adapter can be relied on, from all outcomes in the order in which they were recorded; sorted
 * by adapter.
 */
export function rebuildReliability(
  outcomes: readonly RunOutcomeInput[],
  settings: Config["reliability"] = defaults.reliability,
): AdapterReliability[] {
  return reliabilityRows(tallyOutcomes(outcomes.map((outcome) => toRunOutcome(outcome))), settings);
}

export function reliabilityRows(
  tallies: ReadonlyMap<string, ReliabilityTally>,
  settings: Config["reliability"],
): AdapterReliability[] {
  return [...tallies]
    .map(([adapterId, tally]) => ({ adapterId, ...reliabilityOf(tally, settings) }))
    .sort((a, b) => (a.adapterId < b.adapterId ? -1 : 1));
}

export function tallyOutcomes(outcomes: readonly RunOutcome[]): ReadonlyMap<string, ReliabilityTally> {
  const tallies = new Map<string, ReliabilityTally>();
  for (const outcome of outcomes) {
    for (const adapter of judgedAdapters(outcome))
      tallies.set(adapter, addOutcome(tallies.get(adapter), outcome, outcome.at));
  }
  return tallies;
}

/**
 * What the rule says now of each adapter that has enough outcomes of its own, sorted by adapter. Nothing is
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
    .flatMap(
      (adapterId) =>
        overlayFor(adapterId, rows.get(adapterId), failing.get(adapterId) ?? [], settings, now) ?? [],
    );
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

/** What holds before anything is learned. */
export function basePolicy(settings: PolicySettings = defaults.policy): rules.PolicyRule {
  return rules.basePolicy(settings);
}

/** The stricter of two rules, field by field. */
export function stricter(
  a: rules.PolicyRule,
  b: rules.PolicyRule,
  settings: PolicySettings = defaults.policy,
): rules.PolicyRule {
  return rules.stricter(a, b, settings);
}

/** The stricter of base, learned and human, field by field. Among equals the first of them set it. */
export function effectivePolicy(
  base: rules.PolicyRule,
  learned?: AdaptivePolicyOverlay,
  human?: policy.HumanPolicy,
  settings: PolicySettings = defaults.policy,
): policy.EffectivePolicy {
  return policy.effectivePolicy(base, learned, human, settings);
}
