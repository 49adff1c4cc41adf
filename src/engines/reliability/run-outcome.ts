export const runResults = ["success", "partial", "failure"] as const;
export const riskLevels = ["low", "medium", "high"] as const;
export const outcomeCauses = ["task", "policy", "approval", "infra"] as const;
export const agentVotes = ["approve", "reject", "abstain"] as const;

export type RunResult = (typeof runResults)[number];
type RiskLevel = (typeof riskLevels)[number];
type OutcomeCause = (typeof outcomeCauses)[number];
type AgentVote = (typeof agentVotes)[number];

/** What one agent around a run decided about it, and how sure it was. */
export interface AgentDecision {
  readonly agent: string;
  readonly role?: string;
  readonly decision: AgentVote;
  readonly confidence: number;
}

/**
 * How a run ended, in any of the forms that callers write. A closed set of words is typed as text here: an
 * object literal that was stored in a variable first has lost its literal types. `toRunOutcome` checks the
 * words.
 */
export interface RunOutcomeInput {
  readonly runId?: string | undefined;
  /** success, partial or failure; or `success` in its place. */
  readonly result?: string | undefined;
  readonly success?: boolean | undefined;
  /** 0 to 1; `qualityScore` and `quality` are other names of it. */
  readonly postExecutionScore?: number | undefined;
  readonly qualityScore?: number | undefined;
  readonly quality?: number | undefined;
  readonly retryCount?: number | undefined;
  readonly rollbackOccurred?: boolean | undefined;
  readonly humanOverride?: boolean | undefined;
  readonly riskLevel?: string | undefined;
  readonly cause?: string | undefined;
  readonly adaptersUsed?: readonly string[] | undefined;
  /** One more adapter that was used. */
  readonly adapterId?: string | undefined;
  readonly failedAdapter?: string | undefined;
  readonly failureType?: string | undefined;
  readonly dominantFailureType?: string | undefined;
  readonly failureDetails?: string | FailureDetails | undefined;
  readonly skillsUsed?: readonly string[] | undefined;
  readonly agentDecisions?: readonly AgentDecisionInput[] | undefined;
  /** When the run ended; `timestamp` is another name of it. */
  readonly at?: string | number | undefined;
  readonly timestamp?: string | number | undefined;
}

interface FailureDetails {
  readonly dominantFailureType?: string | undefined;
  readonly [detail: string]: unknown;
}

export interface AgentDecisionInput {
  readonly agent: string;
  readonly role?: string | undefined;
  readonly decision: string;
  readonly confidence: number;
}

/**
 * How a run ended, in the one form that the rules read. Optional parts are absent, never null. It is itself a
 * valid input.
 */
export interface RunOutcome {
  readonly runId: string;
  readonly result: RunResult;
  readonly cause: OutcomeCause;
  readonly riskLevel: RiskLevel;
  readonly rollbackOccurred: boolean;
  readonly humanOverride: boolean;
  readonly retryCount: number;
  /** Absent when nobody measured it. */
  readonly quality?: number;
  /** Lower-case, each once. */
  readonly adaptersUsed: readonly string[];
  readonly failedAdapter?: string;
  readonly failureType?: string;
  readonly skillsUsed: readonly string[];
  readonly agentDecisions: readonly AgentDecision[];
  /** ISO, UTC. */
  readonly at: string;
}
