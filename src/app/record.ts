import * as z from "zod/mini";
import { describeScore, type FeedbackType, scoreOutcome } from "../engines/outcomes/score.js";
import type { PolicyField } from "../engines/reliability/policy-rule.js";
import type { EventData, EventOf, WhetstoneEvent } from "../events/catalog.js";
import { idempotencyKey, origin, textId, utcTime } from "../events/envelope.js";
import { outcomeRecorded } from "../events/outcome.js";
import { outcomeDefaults } from "../events/outcome-defaults.js";
import { tasks } from "../projections/tasks.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { admit, check, refuseFuture } from "./admit.js";
import type { Context } from "./context.js";
import { creditedStrategies } from "./credited-strategies.js";
import { recordOutcome } from "./record-outcome.js";
import { replayed } from "./replayed.js";
import { rounded } from "./rounded.js";

const { shape } = outcomeRecorded.data;

const recordInput = z.extend(outcomeRecorded.data, {
  filesTouched: z._default(shape.filesTouched, outcomeDefaults.filesTouched),
  adaptersUsed: z._default(shape.adaptersUsed, outcomeDefaults.adaptersUsed),
  riskLevel: z._default(shape.riskLevel, outcomeDefaults.riskLevel),
  rollbackOccurred: z._default(shape.rollbackOccurred, outcomeDefaults.rollbackOccurred),
  humanOverride: z._default(shape.humanOverride, outcomeDefaults.humanOverride),
  skillsUsed: z._default(shape.skillsUsed, outcomeDefaults.skillsUsed),
  criteria: z._default(shape.criteria, outcomeDefaults.criteria),
  agentDecisions: z._default(shape.agentDecisions, outcomeDefaults.agentDecisions),
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
  /** The lessons this outcome was credited to. */
  readonly strategies: readonly string[];
  /** How many lessons this outcome added evidence to. */
  readonly memory_stored: number;
  /** The anti-patterns that this outcome brought about. */
  readonly antiPatterns: readonly string[];
  /** The lessons that this outcome deprecated. */
  readonly deprecated: readonly string[];
  /** How the policies in force became stricter. */
  readonly policyChanges: readonly PolicyChanged[];
  /** Capabilities whose policy a person might want to relax. */
  readonly relaxationsSuggested: readonly string[];
}

interface PolicyChanged {
  readonly capability: string;
  readonly field: PolicyField;
  readonly from: number | boolean;
  readonly to: number | boolean;
}

/** Records how a run ended, and everything that follows from it. */
export async function record(context: Context, input: RecordInput): Promise<RecordResult> {
  const outcome = await admit(context, "record", recordInput, input, ({ at }) => refuseFuture(context, at));
  context.beforeWriting();
  return context.ledger.write((writer) => recordOne(context, writer, outcome));
}

/** The checked input, or why it is refused; for callers that have many. */
export function checkOutcome(context: Context, input: unknown) {
  return check(recordInput, input, ({ at }) => refuseFuture(context, at));
}

export async function recordOne(
  context: Context,
  writer: LedgerWriter,
  outcome: z.output<typeof recordInput>,
): Promise<RecordResult> {
  const before =
    outcome.key === undefined ? undefined : await replayed(writer, "outcome-recorded", outcome.key);
  if (before !== undefined) return repeated(context, writer, before);
  const { task, run = context.run, key, at, actor = context.actor, origin = context.origin } = outcome;
  const data = factsOf(outcome);
  const planned = task === undefined ? undefined : await writer.row(tasks, task);
  const credited = creditedStrategies(data.strategy, planned?.strategies ?? []);
  const exact = data.agentDecisions.length === 0;
  const draft = { type: "outcome-recorded" as const, data, task, run, key, at, actor, origin, exact };
  const recorded = await recordOutcome(context, writer, draft, credited);
  return recordResult(context, recorded.outcome, recorded.caused, false);
}

/**
 * Written out: what a schema or a spread makes of that many fields is an object that takes several times as
 * long to write.
 */
function factsOf(outcome: z.output<typeof recordInput>): EventData<"outcome-recorded"> {
  return {
    result: outcome.result,
    // Adding 0 makes 0 of -0, which JSON does not know.
    durationMs: outcome.durationMs + 0,
    errorCount: outcome.errorCount + 0,
    retryCount: outcome.retryCount + 0,
    quality: outcome.quality === undefined ? undefined : outcome.quality + 0,
    filesTouched: outcome.filesTouched,
    strategy: outcome.strategy,
    adaptersUsed: outcome.adaptersUsed,
    failedAdapter: outcome.failedAdapter,
    failureType: outcome.failureType,
    failureDetails: outcome.failureDetails,
    riskLevel: outcome.riskLevel,
    rollbackOccurred: outcome.rollbackOccurred,
    humanOverride: outcome.humanOverride,
    skillsUsed: outcome.skillsUsed,
    criteria: outcome.criteria,
    agentDecisions: outcome.agentDecisions,
    summary: outcome.summary,
    cause: outcome.cause,
  } satisfies Record<keyof EventData<"outcome-recorded">, unknown>;
}

/** The first caller's answer, read back from the log. */
export async function repeated(
  context: Context,
  reader: LedgerReader,
  outcome: EventOf<"outcome-recorded">,
): Promise<RecordResult> {
  const following = await reader.eventsAfter(outcome.seq, mostCaused);
  const end = following.findIndex((event) => !causedBy(event, outcome));
  return recordResult(context, outcome, end < 0 ? following : following.slice(0, end), true);
}

/** More events than one outcome can bring about: twenty strategies, a hundred adapters, three each. */
const mostCaused = 400;

/**
 * What an outcome brought about names it, or is the deprecation that follows an observation of the same
 * moment and task.
 */
function causedBy(event: WhetstoneEvent, outcome: EventOf<"outcome-recorded">): boolean {
  if ("outcome" in event.data) return event.data.outcome === outcome.id;
  return event.type === "lesson-deprecated" && event.data.by === "evidence" && event.at === outcome.at;
}

export function recordResult(
  context: Context,
  outcome: EventOf<"outcome-recorded">,
  caused: readonly WhetstoneEvent[],
  known: boolean,
): RecordResult {
  const { outcomes: settings } = context.ledger.config;
  const score = scoreOutcome(outcome.data, settings);
  const strategies = caused.flatMap((event) =>
    event.type === "strategy-observed" ? [event.data.lesson] : [],
  );
  return {
    outcome: outcome.id,
    seq: outcome.seq,
    at: outcome.at,
    replayed: known,
    score: {
      value: rounded(score.value),
      feedback: score.type,
      reasoning: describeScore(outcome.data, score, settings),
    },
    strategies,
    memory_stored: strategies.length,
    antiPatterns: caused.flatMap((event) =>
      event.type === "strategy-inverted" ? [event.data.antiLesson] : [],
    ),
    deprecated: caused.flatMap((event) => (event.type === "lesson-deprecated" ? [event.data.lesson] : [])),
    policyChanges: caused.flatMap((event) => (event.type === "policy-tightened" ? changesOf(event) : [])),
    relaxationsSuggested: caused.flatMap((event) =>
      event.type === "relaxation-suggested" ? [event.data.capability] : [],
    ),
  };
}

function changesOf({ data }: EventOf<"policy-tightened">): readonly PolicyChanged[] {
  return data.changes.map((change) => ({ capability: data.capability, ...change }));
}
