import { type Config, defaults } from "../../config/settings.js";
import { oneLine } from "../../text/one-line.js";
import type { Moment } from "../outcomes/moment.js";
import { decidingAgents, updateAgentProfiles } from "./agent-profile.js";
import { countsAsEvidence } from "./attribution.js";
import { type ConstraintSuggestion, suggestConstraints } from "./constraint-suggestions.js";
import { patternIdOf, updatePatterns } from "./failure-pattern.js";
import { emptyLearningState, type LearningState } from "./learning-state.js";
import { newestKnown } from "./moment.js";
import { type AdaptivePolicyOverlay, buildAdaptivePolicyOverlays } from "./overlay.js";
import { type PolicyDiff, policyDiffOf } from "./policy-diff.js";
import { ratchet } from "./ratchet.js";
import { reliabilityRows, tallyOutcomes } from "./reliability.js";
import type { AdapterReliability } from "./reliability-tally.js";
import type { RunOutcome, RunOutcomeInput } from "./run-outcome.js";
import { updateSkillStats } from "./skill-stats.js";
import { updateThresholds } from "./threshold-policy.js";
import { toRunOutcome } from "./to-run-outcome.js";

export type LearningSettings = Pick<
  Config,
  "failurePatterns" | "reliability" | "policy" | "agents" | "thresholds" | "skills"
>;

export interface LearningCycleInput {
  /** What a stored state of an older form does not have starts empty. */
  readonly state: Partial<LearningState>;
  readonly outcome: RunOutcomeInput;
}

export interface LearningCycleResult {
  readonly updatedState: LearningState;
  readonly policyDiff: PolicyDiff;
  readonly constraintSuggestions: readonly ConstraintSuggestion[];
  /** In words, with the true counts. */
  readonly summary: string;
}

/**
 * Learns from one more outcome. Changes nothing that it was given. Overlays only tighten here. An outcome
 * that a gate of ours brought about is kept, and nothing else changes. An undated outcome is dated `now`,
 * else the newest outcome's time.
 */
export function applyLearningCycle(
  { state, outcome }: LearningCycleInput,
  settings: LearningSettings = defaults,
  now?: Moment,
): LearningCycleResult {
  const before: LearningState = { ...emptyLearningState(settings), ...state };
  const run = toRunOutcome(outcome, now ?? newestKnown(before.outcomes.map((each) => each.at)));
  const kept = { ...before, outcomes: [...before.outcomes, run] };
  const updatedState = countsAsEvidence(run) ? learn(kept, run, settings, now) : kept;
  const policyDiff = policyDiffOf(before.overlays, updatedState.overlays, settings.policy);
  const constraintSuggestions = suggestConstraints(run);
  const summary = summarise(run, policyDiff, constraintSuggestions);
  return { updatedState, policyDiff, constraintSuggestions, summary };
}

function learn(
  state: LearningState,
  run: RunOutcome,
  settings: LearningSettings,
  now?: Moment,
): LearningState {
  const patterns = updatePatterns(state.patterns, run, settings.failurePatterns);
  const reliability = merged(
    state.reliability,
    reliabilityRows(tallyOutcomes(state.outcomes), settings.reliability),
  );
  const current = buildAdaptivePolicyOverlays(reliability, patterns, settings.policy, now);
  return {
    outcomes: state.outcomes,
    patterns,
    reliability,
    overlays: tightened(state.overlays, current, settings.policy),
    agentProfiles: updateAgentProfiles(state.agentProfiles, run, settings.agents),
    thresholdPolicy: updateThresholds(state.thresholdPolicy, run, settings.thresholds),
    skillStats: updateSkillStats(state.skillStats, run, settings.skills),
  };
}

/** What was known of an adapter stays when none of its outcomes are at hand. */
function merged(
  before: readonly AdapterReliability[],
  rebuilt: readonly AdapterReliability[],
): AdapterReliability[] {
  const rows = new Map([...before, ...rebuilt].map((row) => [row.adapterId, row]));
  return [...rows.values()];
}

function tightened(
  before: readonly AdaptivePolicyOverlay[],
  current: readonly AdaptivePolicyOverlay[],
  settings: Config["policy"],
): AdaptivePolicyOverlay[] {
  const overlays = new Map(before.map((overlay) => [overlay.adapterId, overlay]));
  for (const each of current)
    overlays.set(each.adapterId, ratchet(overlays.get(each.adapterId), each, settings));
  return [...overlays.values()];
}

const runChars = 80;

function summarise(
  run: RunOutcome,
  { changes }: PolicyDiff,
  suggestions: readonly ConstraintSuggestion[],
): string {
  const agents = decidingAgents(run).length;
  const said = [
    `Processed outcome for ${oneLine(run.runId, runChars)}.`,
    ...(countsAsEvidence(run) ? [] : [`Nothing learned: its cause is ${run.cause}.`]),
    `Updated ${agents} agent ${agents === 1 ? "profile" : "profiles"}.`,
    `Policy changes: ${changes.length}.`,
    `Failure patterns seen: ${patternIdOf(run) === undefined ? 0 : 1}.`,
    `Suggestions: ${suggestions.length}.`,
  ];
  return said.join(" ");
}
