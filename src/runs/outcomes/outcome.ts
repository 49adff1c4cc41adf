import type { EventData } from "../../log/events/catalog.js";

type Recorded = EventData<"outcome-recorded">;

export type RunResult = Recorded["result"];

/** What one agent around a run decided about it, and how sure it was. The log keeps no roles. */
export interface AgentDecision {
  readonly agent: string;
  readonly role?: string;
  readonly decision: Recorded["agentDecisions"][number]["decision"];
  readonly confidence: number;
}

/**
 * How a run ended, as the rules of reliability and policy read it: the data of an `outcome-recorded` event
 * is one as it stands. Names are as the caller wrote them; `adapterKey` gives the one used for learning.
 */
export interface Outcome {
  readonly result: RunResult;
  readonly cause: Recorded["cause"];
  readonly riskLevel: Recorded["riskLevel"];
  readonly rollbackOccurred: boolean;
  readonly humanOverride: boolean;
  readonly retryCount: number;
  /** Absent when it was not measured. */
  readonly quality?: number | undefined;
  readonly adaptersUsed: readonly string[];
  readonly failedAdapter?: string | undefined;
  readonly failureType?: string | undefined;
  readonly skillsUsed: readonly string[];
  readonly agentDecisions: readonly AgentDecision[];
  /** How likely a failure was; absent in older outcomes. */
  readonly predictedFailure?: number | undefined;
}

/** What a run's score is made from, also fields of the event. */
export type RunSignals = Pick<Recorded, "result" | "durationMs" | "errorCount" | "retryCount">;
