import type { CreditedStrategy } from "../../lessons/strategy/credited-strategies.js";
import { type StrategyRow, strategies } from "../../lessons/strategy/fold/strategies.js";
import type { EventData, EventOf, WhetstoneEvent } from "../../log/events/catalog.js";
import type { Draft, LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { type AdapterRow, adapters } from "../fold/adapters.js";
import { adapterKey, countsAsEvidence } from "../reliability/attribution.js";
import { policyDiffOf } from "../reliability/effective-policy.js";
import { readFailureType } from "../reliability/failure-type.js";
import { shouldSuggestRelaxation } from "../reliability/overlay.js";
import { scoreWithOutcome } from "./score-run.js";

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
  given: Draft<"outcome-recorded">,
  credited: readonly CreditedStrategy[],
): Promise<RecordedOutcome> {
  const draft = withFailureType(given);
  const names = [...new Set([...draft.data.adaptersUsed, draft.data.failedAdapter ?? ""].map(adapterKey))];
  const before = await adapterRows(writer, names);
  const outcome = await writer.append(draft);
  const { actor, origin, run, task, at } = outcome;
  const about = { actor, origin, run, task, at };
  const caused: WhetstoneEvent[] = [];
  // A run that a gate stopped says nothing about its strategy: else a strict gate would make its own
  // evidence.
  if (countsAsEvidence(outcome.data)) {
    for (const strategy of credited) caused.push(...(await observe(writer, outcome, strategy, about)));
    caused.push(...(await scoreWithOutcome(writer, outcome.data.result, outcome.id, about)));
  }
  const after = await adapterRows(writer, names);
  for (const row of after.values()) {
    caused.push(...(await reviewPolicy(context, writer, before.get(row.adapter), row, outcome, about)));
  }
  return { outcome, caused };
}

/** What failed is read from the details where the caller did not name its type. */
function withFailureType(draft: Draft<"outcome-recorded">): Draft<"outcome-recorded"> {
  const { result, failureType, failureDetails } = draft.data;
  if (result === "success" || failureType !== undefined || failureDetails === undefined) return draft;
  const read = readFailureType(failureDetails);
  return read === undefined ? draft : { ...draft, data: { ...draft.data, failureType: read } };
}

async function observe(
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
  const before = await writer.row(strategies, lesson);
  const events: WhetstoneEvent[] = [await writer.append(draft)];
  const after = await writer.row(strategies, lesson);
  for (const change of strategyChanges(before, after, outcome.id))
    events.push(await writer.append({ ...change, ...about }));
  return events;
}

type StrategyChange = {
  readonly [Type in "strategy-inverted" | "strategy-restored" | "lesson-deprecated"]: {
    readonly type: Type;
    readonly data: EventData<Type>;
  };
}["strategy-inverted" | "strategy-restored" | "lesson-deprecated"];

/** What an observation made of a strategy, as events that tell people of it. */
function strategyChanges(
  before: StrategyRow | undefined,
  after: StrategyRow | undefined,
  outcome: string,
): readonly StrategyChange[] {
  if (after === undefined) return [];
  const { lesson } = after;
  const restored = (from: "deprecated" | "anti_pattern") =>
    ({ type: "strategy-restored", data: { lesson, from, outcome } }) as const;
  const changes: StrategyChange[] = [];
  const [wasInverted, isInverted] = [before, after].map((row) => (row?.invertedBy ?? null) !== null);
  if (!wasInverted && isInverted)
    changes.push({ type: "strategy-inverted", data: { lesson, antiLesson: `anti-${lesson}`, outcome } });
  if (wasInverted && !isInverted) changes.push(restored("anti_pattern"));
  const { deprecated } = after;
  const wasOut = (before?.deprecated ?? null) !== null;
  if (!wasOut && deprecated !== null)
    changes.push({ type: "lesson-deprecated", data: { lesson, by: "evidence", reason: deprecated.reason } });
  if (wasOut && deprecated === null) changes.push(restored("deprecated"));
  return changes;
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
  if (!relaxationSuggested && shouldSuggestRelaxation(tally, learned, ledger.config)) {
    const reason = `${tally.streak} successes in a row; a review would bring back the base policy`;
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
