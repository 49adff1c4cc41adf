import { newestKnown } from "../outcomes/moment.js";
import type { AgentDecision, Outcome } from "../outcomes/outcome.js";
import { withoutNoise } from "../outcomes/rounding.js";
import { countsAsEvidence } from "./attribution.js";

/** How good an agent's decisions about runs have turned out to be. */
export interface AgentProfile {
  readonly agentId: string;
  readonly role?: string;
  readonly score: number;
  /** Runs that it approved or rejected. */
  readonly runs: number;
  readonly updatedAt: string;
}

/**
 * What an outcome adds to or takes from a score, times the agent's confidence but for what was regretted. The
 * governance names `agentProfiles` and gives no numbers. A failure weighs more than a success, so that trust
 * is earned slowly; one outcome moves a score by a small step only; the range leaves every agent a way back.
 */
export const profileSteps = {
  success: 0.02,
  failure: 0.05,
  partial: 0.01,
  rollback: 0.02,
  override: 0.015,
  most: 0.05,
};
export const profileRange = { floor: 0.3, ceiling: 0.95 };

/** The agents that an outcome teaches something about. One that abstained took no side. */
export function decidingAgents(outcome: Outcome): readonly string[] {
  if (!countsAsEvidence(outcome)) return [];
  return [...new Set(outcome.agentDecisions.filter(tookSide).map((each) => each.agent))];
}

/**
 * One profile after one more outcome, which moves it by one bounded step, however many decisions the agent
 * made.
 */
export function updateAgentProfile(
  before: AgentProfile | undefined,
  agentId: string,
  outcome: Outcome,
  at: string,
): AgentProfile {
  const decisions = outcome.agentDecisions.filter((each) => each.agent === agentId && tookSide(each));
  const moved = decisions.reduce((sum, each) => sum + step(each, outcome), 0);
  const bounded = clamp(moved, -profileSteps.most, profileSteps.most);
  const role = decisions.at(-1)?.role ?? before?.role;
  return {
    agentId,
    ...(role === undefined ? {} : { role }),
    score: withoutNoise(clamp(scoreOf(before) + bounded, profileRange.floor, profileRange.ceiling)),
    runs: (before?.runs ?? 0) + 1,
    updatedAt: newestKnown([before?.updatedAt ?? at, at]) ?? at,
  };
}

/**
 * A new agent starts in the middle of the range, as nothing speaks for or against it. A score that is not a
 * number is the worst.
 */
export function scoreOf(before: AgentProfile | undefined): number {
  if (before === undefined) return (profileRange.floor + profileRange.ceiling) / 2;
  return Number.isFinite(before.score) ? before.score : profileRange.floor;
}

function step(decision: AgentDecision, outcome: Outcome): number {
  return decision.decision === "reject"
    ? decision.confidence * rejected(outcome)
    : decision.confidence * approved(outcome) - regrets(outcome);
}

function approved({ result }: Outcome): number {
  return result === "success" ? profileSteps.success : -profileSteps[result];
}

/**
 * Rejecting what failed was right. Rejecting what went well was wrong. Between the two it is neither.
 */
function rejected({ result, rollbackOccurred, humanOverride }: Outcome): number {
  if (result === "failure") return profileSteps.success;
  const wentWell = result === "success" && !rollbackOccurred && !humanOverride;
  return wentWell ? -profileSteps.failure : 0;
}

/** What had to be undone or overruled after it was approved. */
function regrets({ rollbackOccurred, humanOverride }: Outcome): number {
  return (rollbackOccurred ? profileSteps.rollback : 0) + (humanOverride ? profileSteps.override : 0);
}

function tookSide({ decision }: AgentDecision): boolean {
  return decision !== "abstain";
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
