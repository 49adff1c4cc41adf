import { nameOrQuote } from "../../lessons/unconfirmed/quote-as-data.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { beliefOn, contextOf, type PredictionRow, predictions, shelvesOf } from "../fold/predictions.js";
import { roundTo } from "../outcomes/rounding.js";
import {
  type Belief,
  type PredictionKey,
  predictionFrom,
  predictionKeys,
  probabilityOf,
  type RunContext,
  sharesOf,
} from "../reliability/prediction.js";

export interface FailurePrediction {
  /** The probability that the next run fails or stays in part, and where it lies with 95 %. */
  readonly failure: number;
  readonly low: number;
  readonly high: number;
}

/** A probability of a few runs is not known any better. */
const decimals = 3;

/** What something that runs have in common adds to a prediction, in log-odds. */
export interface PredictedShare {
  readonly of: string;
  readonly logOdds: number;
}

/** How likely the next run fails, by everything it has in common with earlier ones. */
export async function predictFailure(reader: LedgerReader, context: RunContext): Promise<FailurePrediction> {
  return summedUp(await beliefsOf(reader, predictionKeys(context)));
}

/** The same with what each part of it comes from; what no run has told anything about is left out. */
export async function explainPrediction(
  reader: LedgerReader,
  context: RunContext,
): Promise<FailurePrediction & { readonly shares: readonly PredictedShare[] }> {
  const keys = predictionKeys(context);
  const beliefs = await beliefsOf(reader, keys);
  const shares = sharesOf(beliefs).map((share, at) => ({
    of: nameOf(context, keys[at]),
    logOdds: roundTo(share, decimals),
  }));
  return { ...summedUp(beliefs), shares: shares.filter(({ logOdds }) => logOdds !== 0) };
}

async function beliefsOf(reader: LedgerReader, keys: readonly PredictionKey[]): Promise<readonly Belief[]> {
  const rows = new Map<string, PredictionRow | undefined>();
  for (const shelf of shelvesOf(keys)) rows.set(shelf, await reader.row(predictions, shelf));
  return keys.map((key) => beliefOn(rows.get(key.shelf), key));
}

function nameOf({ capability, family, task }: RunContext, key: PredictionKey | undefined): string {
  const names = { base: "all runs", capability, family, task } as const;
  const parts = (key?.kind ?? "base").split("+") as (keyof typeof names)[];
  return parts
    .map((part) => (part === "base" ? names.base : nameOrQuote(names[part] ?? part)))
    .join(" with ");
}

function summedUp(beliefs: readonly Belief[]): FailurePrediction {
  const { probability, low, high } = predictionFrom(beliefs);
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
