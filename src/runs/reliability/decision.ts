import { roundTo } from "../outcomes/rounding.js";
import type { ThresholdPolicy } from "./threshold-policy.js";

/** What an agent says about a run that is about to happen. */
export interface Vote {
  readonly agent: string;
  readonly decision: "approve" | "reject" | "abstain";
  /** 0 to 1. */
  readonly confidence: number;
}

/** A vote with how far its agent's decisions could be relied on, from 0 to 1. */
export interface WeighedVote extends Vote {
  readonly profile: number;
}

export type RiskLevel = keyof ThresholdPolicy;

/** How much support a run needs. */
export interface NeededSupport {
  readonly level: RiskLevel;
  readonly threshold: number;
  readonly multiplier: number;
  /** The threshold times the multiplier, within what the best agents can give. */
  readonly needed: number;
}

/** No agent's profile is higher, so more could never be reached. */
const mostNeeded = 0.95;
const decimals = 3;

export function neededSupport(
  level: RiskLevel,
  thresholds: ThresholdPolicy,
  multiplier: number,
): NeededSupport {
  const threshold = thresholds[level];
  const needed = roundTo(Math.min(mostNeeded, threshold * multiplier), decimals);
  return { level, threshold, multiplier, needed: Number.isFinite(needed) ? needed : mostNeeded };
}

/**
 * How far a run is supported, from 0 to 1: the share of the votes that is for it, each weighed by the agent's
 * profile and confidence, times how far those who are for it can be relied on. An agent that nobody knows
 * cannot carry a risky run by being sure of itself. Abstentions count for neither side.
 */
export function supportOf(votes: readonly WeighedVote[]): number {
  const approving = votes.filter(({ decision }) => decision === "approve");
  const rejecting = votes.filter(({ decision }) => decision === "reject");
  const [forIt, against] = [approving, rejecting].map((side) => sum(side.map(voteWeight)));
  if (forIt === undefined || against === undefined || forIt === 0) return 0;
  return roundTo((forIt / (forIt + against)) * (forIt / approving.length), decimals);
}

function voteWeight({ profile, confidence }: WeighedVote): number {
  return profile * confidence;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
