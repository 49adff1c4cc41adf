import { roundTo } from "../../engines/outcomes/rounding.js";
import {
  predictionFrom,
  predictionKeys,
  probabilityOf,
  type RunContext,
} from "../../engines/reliability/prediction.js";
import {
  beliefsIn,
  contextOf,
  type PredictionRow,
  predictions,
  shelvesOf,
} from "../../projections/predictions.js";
import type { LedgerReader } from "../../store/ledger-reader.js";

export interface FailurePrediction {
  /** The probability that the next run fails or stays in part, and where it lies with 95 %. */
  readonly failure: number;
  readonly low: number;
  readonly high: number;
}

/** A probability of a few runs is not known any better. */
const decimals = 3;

/** How likely the next run fails, by everything it has in common with earlier ones. */
export async function predictFailure(reader: LedgerReader, context: RunContext): Promise<FailurePrediction> {
  const keys = predictionKeys(context);
  const rows = new Map<string, PredictionRow | undefined>();
  for (const shelf of shelvesOf(keys)) rows.set(shelf, await reader.row(predictions, shelf));
  const { probability, low, high } = predictionFrom(beliefsIn(rows, keys));
  return {
    failure: roundTo(probability, decimals),
    low: roundTo(probabilityOf(low), decimals),
    high: roundTo(probabilityOf(high), decimals),
  };
}

/** How likely a run was to fail, before its outcome is known; part of the outcome's record. */
export async function failureExpected(
  reader: LedgerReader,
  run: Parameters<typeof contextOf>[0],
): Promise<number> {
  return (await predictFailure(reader, contextOf(run))).failure;
}
