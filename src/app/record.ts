import * as z from "zod/mini";
import { type FeedbackType, scoreImplicitFeedback } from "../engines/outcomes/score-implicit-feedback.js";
import { shouldInvertPattern } from "../engines/strategies/anti-pattern.js";
import type { EventOf, WhetstoneEvent } from "../events/catalog.js";
import { idempotencyKey, origin, textId, utcTime } from "../events/envelope.js";
import { outcomeDefaults, outcomeRecorded } from "../events/outcome.js";
import { strategies } from "../projections/strategies.js";
import { signalsOf } from "../projections/totals.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { admit, refuseFuture } from "./admit.js";
import type { Context } from "./context.js";
import { strategyId } from "./lesson-id.js";
import { rounded } from "./rounded.js";

const { shape } = outcomeRecorded.data;

const recordInput = z.extend(outcomeRecorded.data, {
  filesTouched: z._default(shape.filesTouched, outcomeDefaults.filesTouched),
  adaptersUsed: z._default(shape.adaptersUsed, outcomeDefaults.adaptersUsed),
  riskLevel: z._default(shape.riskLevel, outcomeDefaults.riskLevel),
  rollbackOccurred: z._default(shape.rollbackOccurred, outcomeDefaults.rollbackOccurred),
  humanOverride: z._default(shape.humanOverride, outcomeDefaults.humanOverride),
  skillsUsed: z._default(shape.skillsUsed, outcomeDefaults.skillsUsed),
  cause: z._default(shape.cause, outcomeDefaults.cause),
  task: z.optional(textId),
  run: z.optional(textId),
  /** The same key twice is one outcome; the second caller gets the first's result. */
  key: z.optional(idempotencyKey),
  /** When the run ended; now, if left out. */
  at: z.optional(utcTime),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type RecordInput = z.input<typeof recordInput>;

export interface RecordResult {
  /** The id of the outcome. */
  readonly outcome: string;
  readonly seq: number;
  readonly at: string;
  /** True when this key was recorded before and nothing was written now. */
  readonly replayed: boolean;
  readonly score: { readonly value: number; readonly feedback: FeedbackType; readonly reasoning: string };
  /** The lesson this outcome was credited to. */
  readonly strategy: string | null;
  /** The anti-pattern that this outcome brought about. */
  readonly antiPattern: string | null;
}

/** Records how a run ended, credits its strategy, and turns a strategy that mostly fails into an anti-pattern, once. */
export async function record(context: Context, input: RecordInput): Promise<RecordResult> {
  const outcome = await admit(context, "record", recordInput, input, ({ at }) => refuseFuture(context, at));
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const before = outcome.key === undefined ? undefined : await writer.eventByKey(outcome.key);
    if (before !== undefined) return repeat(context, writer, before as EventOf<"outcome-recorded">);
    const { task, run = context.run, key, at, actor = context.actor, origin = context.origin, ...data } = outcome;
    const event = await writer.append({ type: "outcome-recorded", data, task, run, key, at, actor, origin });
    return resultOf(context, event, await creditStrategy(context, writer, event), false);
  });
}

/** A run that a gate of ours stopped says nothing about its strategy: else a strict gate would make its own evidence. */
const stoppedByUs: readonly string[] = ["policy", "approval"];

/** Returns the events that the outcome brought about, which stand right behind it in the log. */
async function creditStrategy(
  context: Context,
  writer: LedgerWriter,
  outcome: EventOf<"outcome-recorded">,
): Promise<readonly WhetstoneEvent[]> {
  const { strategy, result, cause } = outcome.data;
  if (strategy === undefined || (result !== "success" && stoppedByUs.includes(cause))) return [];
  const lesson = strategyId(strategy);
  const { actor, origin, run, task, at } = outcome;
  const about = { actor, origin, run, task, at };
  const data = { lesson, text: strategy, success: result === "success", outcome: outcome.id };
  const observed = await writer.append({ type: "strategy-observed", data, ...about });
  const row = await writer.row(strategies, lesson);
  if (row === undefined || row.invertedBy !== null) return [observed];
  const counts = { success_count: row.successes, failure_count: row.failures };
  if (!shouldInvertPattern(counts, context.ledger.config.antiPatterns)) return [observed];
  const inversion = { lesson, antiLesson: `anti-${lesson}`, outcome: outcome.id };
  return [observed, await writer.append({ type: "strategy-inverted", data: inversion, ...about })];
}

/** The first caller's answer, read back from the log. */
async function repeat(
  context: Context,
  reader: LedgerReader,
  outcome: EventOf<"outcome-recorded">,
): Promise<RecordResult> {
  const following = await reader.eventsAfter(outcome.seq, mostCaused);
  const caused = following.filter((event) => "outcome" in event.data && event.data.outcome === outcome.id);
  return resultOf(context, outcome, caused, true);
}

const mostCaused = 2;

function resultOf(
  context: Context,
  outcome: EventOf<"outcome-recorded">,
  caused: readonly WhetstoneEvent[],
  replayed: boolean,
): RecordResult {
  const score = scoreImplicitFeedback(signalsOf(outcome), context.ledger.config.outcomes);
  const observed = caused.find((event) => event.type === "strategy-observed");
  const inverted = caused.find((event) => event.type === "strategy-inverted");
  return {
    outcome: outcome.id,
    seq: outcome.seq,
    at: outcome.at,
    replayed,
    score: { value: rounded(score.raw_value), feedback: score.type, reasoning: score.reasoning },
    strategy: observed?.data.lesson ?? null,
    antiPattern: inverted?.data.antiLesson ?? null,
  };
}
