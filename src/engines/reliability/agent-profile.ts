import { type Config, defaults } from "../../config/settings.js";
import { countsAsEvidence } from "./attribution.js";
import { newestKnown } from "./moment.js";
import type { AgentDecision, RunOutcome } from "./run-outcome.js";
import { withoutNoise } from "./without-noise.js";

/** How good an agent's decisions about runs have turned out to be. */
export interface AgentProfile {
  readonly agentId: string;
  readonly role?: string;
  readonly score: number;
  /** Runs that it approved or rejected. */
  readonly runs: number;
  readonly updatedAt: string;
}

type AgentSettings = Config["agents"];

/**
 * The profiles after one more outcome, as a new record. An agent that abstained took no side, and nothing is
 * learned of it.
 */
export function updateAgentProfiles(
  profiles: Readonly<Record<string, AgentProfile>>,
  outcome: RunOutcome,
  settings: AgentSettings = defaults.agents,
): Record<string, AgentProfile> {
  const updated = decidingAgents(outcome).map((agent) => {
    // An agent may be called like something that every object inherits.
    const before = Object.hasOwn(profiles, agent) ? profiles[agent] : undefined;
    return [agent, updateAgentProfile(before, agent, outcome, settings)] as const;
  });
  return Object.fromEntries([...Object.entries(profiles), ...updated]);
}

/** The agents that an outcome teaches something about. */
export function decidingAgents(outcome: RunOutcome): readonly string[] {
  if (!countsAsEvidence(outcome)) return [];
  return [...new Set(outcome.agentDecisions.filter(tookSide).map((each) => each.agent))];
}

/**
 * One profile after one more outcome, which moves it by at most the step bound, however many decisions the
 * agent made.
 */
export function updateAgentProfile(
  before: AgentProfile | undefined,
  agentId: string,
  outcome: RunOutcome,
  settings: AgentSettings = defaults.agents,
): AgentProfile {
  const decisions = outcome.agentDecisions.filter((each) => each.agent === agentId && tookSide(each));
  const moved = decisions.reduce((sum, each) => sum + step(each, outcome, settings), 0);
  const bounded = clamp(moved, -settings.stepBound, settings.stepBound);
  const role = decisions.at(-1)?.role ?? before?.role;
  return {
    agentId,
    ...(role === undefined ? {} : { role }),
    score: withoutNoise(clamp(scoreOf(before, settings) + bounded, settings.floor, settings.ceiling)),
    runs: (before?.runs ?? 0) + 1,
    updatedAt: newestKnown([before?.updatedAt ?? outcome.at, outcome.at]) ?? outcome.at,
  };
}

/**
 * A new agent starts in the middle of the range, as nothing speaks for or against it. A score that is no
 * number is the worst.
 */
function scoreOf(before: AgentProfile | undefined, { floor, ceiling }: AgentSettings): number {
  if (before === undefined) return (floor + ceiling) / 2;
  return Number.isFinite(before.score) ? before.score : floor;
}

function step(decision: AgentDecision, outcome: RunOutcome, settings: AgentSettings): number {
  return decision.decision === "reject"
    ? decision.confidence * rejected(outcome, settings)
    : decision.confidence * approved(outcome, settings) - regrets(outcome, settings);
}

function approved({ result }: RunOutcome, settings: AgentSettings): number {
  if (result === "success") return settings.successReward;
  return -(result === "failure" ? settings.failurePenalty : settings.partialPenalty);
}

/**
 * Who rejected what failed was right. Who rejected what went well was wrong. Between the two, neither can be
 * said.
 */
function rejected(outcome: RunOutcome, settings: AgentSettings): number {
  if (outcome.result === "failure") return settings.successReward;
  const wentWell = outcome.result === "success" && !outcome.rollbackOccurred && !outcome.humanOverride;
  return wentWell ? -settings.failurePenalty : 0;
}

/** What had to be undone or overruled after it was approved. */
function regrets({ rollbackOccurred, humanOverride }: RunOutcome, settings: AgentSettings): number {
  return (rollbackOccurred ? settings.rollbackPenalty : 0) + (humanOverride ? settings.overridePenalty : 0);
}

function tookSide({ decision }: AgentDecision): boolean {
  return decision !== "abstain";
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
