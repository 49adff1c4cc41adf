import { type Config, defaults } from "../../base/config/settings.js";
import { oneLine } from "../../base/text/one-line.js";
import { type Moment, newestKnown } from "../../runs/outcomes/moment.js";
import {
  type AgentProfile,
  decidingAgents,
  updateAgentProfile,
} from "../../runs/reliability/agent-profile.js";
import { countsAsEvidence } from "../../runs/reliability/attribution.js";
import {
  type ConstraintSuggestion,
  suggestConstraints,
} from "../../runs/reliability/constraint-suggestions.js";
import { type PolicyDiff, policyDiffOf } from "../../runs/reliability/effective-policy.js";
import { patternIdOf } from "../../runs/reliability/failure-pattern.js";
import { type AdaptivePolicyOverlay, ratchet } from "../../runs/reliability/overlay.js";
import type { AdapterReliability } from "../../runs/reliability/reliability.js";
import { addSkillRun, type SkillStats } from "../../runs/reliability/skill-stats.js";
import { updateThresholds } from "../../runs/reliability/threshold-policy.js";
import { buildAdaptivePolicyOverlays, reliabilityRows, tallyOutcomes, updatePatterns } from "./adapters.js";
import { emptyLearningState, type LearningState } from "./learning-state.js";
import { type RunOutcome, type RunOutcomeInput, toRunOutcome, unnamedRun } from "./run-outcome.js";

export type LearningSettings = Pick<Config, "failurePatterns" | "reliability" | "policy">;

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
 * that one of our gates brought about is kept, and nothing else changes. A run that the state already holds, as
 * one does that was recorded before the state was loaded, changes nothing. An undated outcome is dated `now`,
 * else the newest outcome's time.
 */
export function applyLearningCycle(
  { state, outcome }: LearningCycleInput,
  settings: LearningSettings = defaults,
  now?: Moment,
): LearningCycleResult {
  const before: LearningState = { ...emptyLearningState(), ...state };
  const run = toRunOutcome(outcome, now ?? newestKnown(before.outcomes.map((each) => each.at)));
  const constraintSuggestions = suggestConstraints(run, run.runId);
  if (run.runId !== unnamedRun && before.outcomes.some(({ runId }) => runId === run.runId)) {
    const summary = `${oneLine(run.runId, runChars)} is in the state already: nothing was counted again.`;
    return { updatedState: before, policyDiff: { changes: [] }, constraintSuggestions, summary };
  }
  const kept = { ...before, outcomes: [...before.outcomes, run] };
  const updatedState = countsAsEvidence(run) ? learn(kept, run, settings, now) : kept;
  const policyDiff = policyDiffOf(before.overlays, updatedState.overlays, settings.policy);
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
  const reliability = mergedById(
    state.reliability,
    reliabilityRows(tallyOutcomes(state.outcomes), settings.reliability),
  );
  const current = buildAdaptivePolicyOverlays(reliability, patterns, settings.policy, now);
  return {
    outcomes: state.outcomes,
    patterns,
    reliability,
    overlays: tightened(state.overlays, current, settings.policy),
    agentProfiles: updateAgentProfiles(state.agentProfiles, run),
    thresholdPolicy: updateThresholds(state.thresholdPolicy, run),
    skillStats: updateSkillStats(state.skillStats, run),
  };
}

/** The profiles after one more outcome, as a new record. */
export function updateAgentProfiles(
  profiles: Readonly<Record<string, AgentProfile>>,
  run: RunOutcome,
): Record<string, AgentProfile> {
  return withUpdated(profiles, decidingAgents(run), (before, agent) =>
    updateAgentProfile(before, agent, run, run.at),
  );
}

/** The stats after one more outcome, as a new record. */
export function updateSkillStats(
  stats: Readonly<Record<string, SkillStats>>,
  run: RunOutcome,
): Record<string, SkillStats> {
  const skills = countsAsEvidence(run) ? run.skillsUsed : [];
  return withUpdated(stats, skills, (before, skill) => addSkillRun(before, skill, run.result, run.at));
}

function withUpdated<Value>(
  values: Readonly<Record<string, Value>>,
  names: readonly string[],
  update: (before: Value | undefined, name: string) => Value,
): Record<string, Value> {
  const updated = names.map((name) => {
    // A name may be one that every object inherits.
    const before = Object.hasOwn(values, name) ? values[name] : undefined;
    return [name, update(before, name)] as const;
  });
  return Object.fromEntries([...Object.entries(values), ...updated]);
}

/** What was known of an adapter stays when none of its outcomes are at hand. */
function mergedById(
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
