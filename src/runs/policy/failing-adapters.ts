import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { type AdapterRow, adapters, sinceReview } from "../fold/adapters.js";
import {
  adapterOfPattern,
  type FailurePattern,
  isPattern,
  mostFrequent,
} from "../reliability/failure-pattern.js";
import {
  type FailingAdapter,
  frequentPatterns,
  patternLine,
  patternsForWork,
  type WorkAhead,
} from "../reliability/patterns-to-tell.js";

/** A failure pattern with the line in which it is shown; its id stands where a lesson's does. */
export interface PatternLine {
  readonly lesson: string;
  readonly text: string;
}

/** More would push out what the task is about. */
const mostInPlan = 3;

/** For a plan: the patterns of adapters that the task names, then those that everybody should know. */
export async function patternsForPlan(
  { ledger, clock }: Context,
  reader: LedgerReader,
  work: WorkAhead,
): Promise<readonly PatternLine[]> {
  const failing = (await reader.rows(adapters)).map(failingAdapter);
  const { policy } = ledger.config;
  const ahead = patternsForWork(failing, work, clock(), policy);
  const known = new Set(ahead.map(({ id }) => id));
  const frequent = frequentPatterns(failing, clock(), policy).filter(({ id }) => !known.has(id));
  return [...ahead, ...frequent].slice(0, mostInPlan).map(toPatternLine);
}

/** For a brief: the patterns of the adapters that its reader is about to use. */
export async function patternsForBrief(
  { ledger, clock }: Context,
  reader: LedgerReader,
  work: WorkAhead,
): Promise<readonly PatternLine[]> {
  const failing = (await reader.rows(adapters)).map(failingAdapter);
  return patternsForWork(failing, work, clock(), ledger.config.policy).map(toPatternLine);
}

/** Adapters that refuse their credentials so often that only a person can help, each with what to do. */
export async function refusedCredentials(
  { ledger, clock }: Context,
  reader: LedgerReader,
): Promise<readonly { readonly adapter: string; readonly text: string }[]> {
  const failing = (await reader.rows(adapters)).map(failingAdapter);
  return frequentPatterns(failing, clock(), ledger.config.policy)
    .filter(({ failureType }) => failureType === "auth")
    .map((pattern) => ({ adapter: pattern.adapterId, text: patternLine(pattern) }));
}

/** How an adapter fails most often since its last review, in one line; empty where it did not fail. */
export async function adviceFor(reader: LedgerReader, adapter: string): Promise<string> {
  const row = await reader.row(adapters, adapter);
  const [most] = row === undefined ? [] : mostFrequent(sinceReview(row).filter(isSince));
  return most === undefined ? "" : patternLine(most);
}

export interface KnownPattern {
  readonly row: AdapterRow;
  readonly pattern: FailurePattern;
}

/** A pattern by its id, with the adapter it belongs to; undefined for one that never occurred. */
export async function patternOf(reader: LedgerReader, id: string): Promise<KnownPattern | undefined> {
  if (!isPattern(id)) return undefined;
  const row = await reader.row(adapters, adapterOfPattern(id));
  const pattern = row?.patterns.find((each) => each.id === id);
  return row && pattern && { row, pattern };
}

function isSince({ occurrences }: FailurePattern): boolean {
  return occurrences > 0;
}

function failingAdapter(row: AdapterRow): FailingAdapter {
  return { adapter: row.adapter, tally: row.tally, patterns: sinceReview(row) };
}

function toPatternLine(pattern: FailurePattern): PatternLine {
  return { lesson: pattern.id, text: patternLine(pattern) };
}
