import { adapterKey, countsAsEvidence } from "../engines/reliability/attribution.js";
import { policyDiffOf } from "../engines/reliability/effective-policy.js";
import { shouldSuggestRelaxation } from "../engines/reliability/overlay.js";
import { isAntiPattern } from "../engines/strategies/anti-pattern.js";
import { maturityOf } from "../engines/strategies/maturity.js";
import type { EventData, EventOf, WhetstoneEvent } from "../events/catalog.js";
import { epochMs } from "../events/time.js";
import { type AdapterRow, adapters, reviewedOverlay } from "../projections/adapters.js";
import { strategies } from "../projections/strategies.js";
import type { Draft, LedgerWriter } from "../store/ledger-writer.js";
import type { Context } from "./context.js";
import { scoreWithOutcome } from "./score-run.js";

export interface CreditedStrategy {
  readonly lesson: string;
  readonly text: string;
}

export interface RecordedOutcome {
  readonly outcome: EventOf<"outcome-recorded">;
  /** What it brought about, in the order in which it stands right behind it in the log. */
  readonly caused: readonly WhetstoneEvent[];
}

type About = Pick<Draft<"outcome-recorded">, "actor" | "origin" | "run" | "task" | "at">;

/** Appends an outcome and everything that follows from it, in the caller's transaction. */
export async function recordOutcome(
  context: Context,
  writer: LedgerWriter,
  draft: Draft<"outcome-recorded">,
  credited: readonly CreditedStrategy[],
): Promise<RecordedOutcome> {
  const names = [...new Set([...draft.data.adaptersUsed, draft.data.failedAdapter ?? ""].map(adapterKey))];
  const before = await adapterRows(writer, names);
  const outcome = await writer.append(draft);
  const { actor, origin, run, task, at } = outcome;
  const about = { actor, origin, run, task, at };
  const caused: WhetstoneEvent[] = [];
  // A run that a gate stopped says nothing about its strategy: else a strict gate would make its own
  // evidence.
  if (countsAsEvidence(outcome.data)) {
    for (const strategy of credited)
      caused.push(...(await observe(context, writer, outcome, strategy, about)));
    caused.push(...(await scoreWithOutcome(writer, outcome.data.result, outcome.id, about)));
  }
  const after = await adapterRows(writer, names);
  for (const row of after.values()) {
    caused.push(...(await reviewPolicy(context, writer, before.get(row.adapter), row, outcome, about)));
  }
  return { outcome, caused };
}

async function observe(
  { ledger }: Context,
  writer: LedgerWriter,
  outcome: EventOf<"outcome-recorded">,
  { lesson, text }: CreditedStrategy,
  about: About,
): Promise<readonly WhetstoneEvent[]> {
  const { result, durationMs, errorCount, retryCount } = outcome.data;
  const signals = { durationMs, errorCount, retryCount };
  const data: EventData<"strategy-observed"> = {
    lesson,
    text,
    success: result === "success",
    outcome: outcome.id,
    signals,
    witness: outcome.data.witness,
  };
  const { actor, origin, run, task, at } = about;
  const draft = { type: "strategy-observed" as const, data, actor, origin, run, task, at };
  const events: WhetstoneEvent[] = [await writer.append(draft)];
  const row = await writer.row(strategies, lesson);
  if (row === undefined) return events;
  if (row.invertedBy === null && isAntiPattern(row, ledger.config.antiPatterns)) {
    const inversion = { lesson, antiLesson: `anti-${lesson}`, outcome: outcome.id };
    events.push(await writer.append({ type: "strategy-inverted", data: inversion, ...about }));
  }
  // Late evidence counts as of the newest: judged at its own time it would be younger than the sums it
  // enters.
  const newestMs = Math.max(epochMs(outcome.at), row.maturity.helpful.asOf, row.maturity.harmful.asOf);
  const evidence =
    row.deprecated === null && maturityOf(row.maturity, newestMs, ledger.config.strategies).state;
  if (evidence === "deprecated") {
    const reason =
      `more than ${ledger.config.strategies.deprecatedHarmfulRatioAbove * 100} ` +
      "% of its evidence is harmful";
    events.push(
      await writer.append({ type: "lesson-deprecated", data: { lesson, by: "evidence", reason }, ...about }),
    );
  }
  return events;
}

/** Says so in the log when the policy in force became stricter, or when a person might want to relax it. */
async function reviewPolicy(
  { ledger }: Context,
  writer: LedgerWriter,
  before: AdapterRow | undefined,
  row: AdapterRow,
  outcome: EventOf<"outcome-recorded">,
  about: About,
): Promise<readonly WhetstoneEvent[]> {
  const { adapter, tally, learned, relaxationSuggested } = row;
  if (learned === null) return [];
  const old = before?.learned ?? null;
  const { changes } = policyDiffOf(old === null ? [] : [old], [learned], ledger.config.policy);
  const events: WhetstoneEvent[] = [];
  if (changes.length > 0) {
    const fields = changes.map(({ field, from, to }) => ({ field, from, to }));
    const data = { capability: adapter, changes: fields, reason: learned.reason, outcome: outcome.id };
    events.push(await writer.append({ type: "policy-tightened", data, ...about }));
  }
  if (
    !relaxationSuggested &&
    shouldSuggestRelaxation(tally, learned, () => reviewedOverlay(row, ledger.config), ledger.config)
  ) {
    const reason = `${tally.streak} successes in a row; the rule would now ask for less than the policy does`;
    const data = { capability: adapter, reason, outcome: outcome.id };
    events.push(await writer.append({ type: "relaxation-suggested", data, ...about }));
  }
  return events;
}

async function adapterRows(
  writer: LedgerWriter,
  names: readonly string[],
): Promise<ReadonlyMap<string, AdapterRow>> {
  const rows = new Map<string, AdapterRow>();
  for (const name of names) {
    const row = name === "" ? undefined : await writer.row(adapters, name);
    if (row !== undefined) rows.set(name, row);
  }
  return rows;
}
