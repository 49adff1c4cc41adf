import type { Config } from "../../base/config/settings.js";
import { newestKnown, unknownTime } from "../outcomes/moment.js";
import type { Outcome } from "../outcomes/outcome.js";
import { roundTo } from "../outcomes/rounding.js";

/** How many of each a report lists: the governance document's "strongest 3, weakest 3, top 5 patterns". */
export const reportLengths = { strongest: 3, weakest: 3, failurePatterns: 5 } as const;

/** All that is kept of an adapter's runs: adding one run costs the same however many there were. */
export interface ReliabilityTally {
  readonly runs: number;
  readonly successes: number;
  readonly retries: number;
  /** Over the runs whose quality was measured, which `qualityCount` counts. */
  readonly qualitySum: number;
  readonly qualityCount: number;
  /** Successes in a row up to now, in the order in which the outcomes were recorded. */
  readonly streak: number;
  readonly lastEvidenceAt: string;
}

export const emptyTally: ReliabilityTally = {
  runs: 0,
  successes: 0,
  retries: 0,
  qualitySum: 0,
  qualityCount: 0,
  streak: 0,
  lastEvidenceAt: unknownTime,
};

/** How far an adapter can be relied on. */
export interface AdapterReliability {
  readonly adapterId: string;
  /** 0 to 1. */
  readonly reliabilityScore: number;
  readonly successRate: number;
  readonly avgRetries: number;
  readonly qualityScore: number;
  readonly runs: number;
  /** Time of the newest evidence. */
  readonly updatedAt: string;
}

/** The tally after one more run. The caller asks `judgedAdapters` first whose tally it is. */
export function addOutcome(
  before: ReliabilityTally | undefined,
  outcome: Pick<Outcome, "result" | "retryCount" | "quality">,
  at: string,
): ReliabilityTally {
  const tally = before ?? emptyTally;
  const succeeded = outcome.result === "success";
  return {
    runs: tally.runs + 1,
    successes: tally.successes + (succeeded ? 1 : 0),
    retries: tally.retries + outcome.retryCount,
    qualitySum: tally.qualitySum + (outcome.quality ?? 0),
    qualityCount: tally.qualityCount + (outcome.quality === undefined ? 0 : 1),
    streak: succeeded ? tally.streak + 1 : 0,
    lastEvidenceAt: newestKnown([tally.lastEvidenceAt, at]) ?? unknownTime,
  };
}

/** From the governance formula: at three retries on average nothing is left of the retry efficiency. */
export const retriesCap = 3;

/** Enough to tell two adapters apart, and few enough to read. */
const scoreDecimals = 3;

/** The score of a tally. Without a run it is NaN, which every rule reads as the worst. */
export function reliabilityOf(
  tally: ReliabilityTally,
  settings: Config["reliability"],
): Omit<AdapterReliability, "adapterId"> {
  const successRate = tally.successes / tally.runs;
  const avgRetries = tally.retries / tally.runs;
  const qualityScore = tally.qualityCount === 0 ? successRate : tally.qualitySum / tally.qualityCount;
  const score =
    settings.successWeight * successRate +
    settings.retryWeight * (1 - Math.min(avgRetries, retriesCap) / retriesCap) +
    settings.qualityWeight * qualityScore;
  return {
    reliabilityScore: roundTo(Math.min(1, Math.max(0, score)), scoreDecimals),
    successRate,
    avgRetries,
    qualityScore,
    runs: tally.runs,
    updatedAt: tally.lastEvidenceAt,
  };
}
