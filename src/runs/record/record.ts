import * as z from "zod/mini";
import { creditedStrategies } from "../../lessons/strategy/credited-strategies.js";
import { endTrialSession } from "../../lessons/trial/end-trial-session.js";
import type { EventData, EventOf, WhetstoneEvent } from "../../log/events/catalog.js";
import { givenTime, textId } from "../../log/events/envelope.js";
import { outcomeRecorded } from "../../log/events/outcome.js";
import type { Witness } from "../../log/events/witness.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { check, refuseFuture } from "../../verbs/call/admit.js";
import type { Context } from "../../verbs/call/context.js";
import { envelopeInput, keyInput } from "../../verbs/call/envelope-input.js";
import { field } from "../../verbs/call/field.js";
import { type Keyed, keyInLog, replayed } from "../../verbs/call/replayed.js";
import { raisedOrigin, witnessOf } from "../../verbs/call/speaker.js";
import { tasks } from "../fold/tasks.js";
import { rounded } from "../outcomes/rounding.js";
import { describeScore, scoreOutcome } from "../outcomes/score.js";
import { failureExpected } from "../policy/predict.js";
import { countsAsEvidence, unattributedFor } from "../reliability/attribution.js";
import { suggestConstraints } from "../reliability/constraint-suggestions.js";
import { policyFields } from "../reliability/policy-rule.js";
import { outcomeInput } from "./outcome-input.js";
import { type RecordedOutcome, recordOutcome } from "./record-outcome.js";

const { shape } = outcomeRecorded.data;

/** An outcome as callers give it. Nothing is assumed to be zero: what was counted has to be said. */
export const recordInput = z.strictObject({
  result: field("How it ended.", shape.result),
  durationMs: field("How long it took, in milliseconds.", shape.durationMs),
  errorCount: field("How many errors occurred.", shape.errorCount),
  retryCount: field("How many retries there were.", shape.retryCount),
  ...outcomeInput,
  taskId: field("The task's id.", z.optional(textId)),
  key: keyInput,
  at: field("When the run ended; now, if left out.", z.optional(givenTime)),
  ...envelopeInput,
});

const policyChange = z.strictObject({
  adapter: z.string(),
  field: z.enum(policyFields),
  from: z.union([z.number(), z.boolean()]),
  to: z.union([z.number(), z.boolean()]),
});

const score = z.strictObject({
  value: z.number(),
  feedback: z.enum(["helpful", "neutral", "harmful"]),
  reasoning: z.string(),
});

/** What an outcome brought about. */
export const recordOutput = z.strictObject({
  outcome: field("The id of the outcome.", z.string()),
  seq: field("Its place in the log.", z.int()),
  at: field("When it was recorded.", z.string()),
  replayed: field("True when this key had been recorded before: nothing new was written.", z.boolean()),
  score: field("What the outcome is worth, and why.", score),
  strategies: field("The lessons this outcome was credited to.", z.array(z.string())),
  memory_stored: field(
    "How many lessons this outcome added evidence to, and the task, if it is known what it was about.",
    z.int(),
  ),
  antiPatterns: field("The anti-patterns that this outcome caused.", z.array(z.string())),
  deprecated: field("The lessons that this outcome deprecated.", z.array(z.string())),
  restored: field(
    "The strategies that this outcome brought back, from being deprecated or to be avoided.",
    z.array(z.string()),
  ),
  policyChanges: field("How the policies in force became stricter.", z.array(policyChange)),
  relaxationsSuggested: field("Adapters whose policy a person might want to relax.", z.array(z.string())),
  suggestions: field(
    "Limits that a person might want to set because of this outcome; none takes effect by itself.",
    z.array(z.string()),
  ),
  warnings: field("What the outcome does not say, and what is not learned for that.", z.array(z.string())),
});

export type RecordResult = z.output<typeof recordOutput>;

/** The checked input, or why it is refused; for callers that have many. */
export function checkOutcome(context: Context, input: unknown) {
  return check(
    recordInput,
    input,
    ({ at, origin }) => refuseFuture(context, at) ?? raisedOrigin(context, origin),
  );
}

export async function recordOne(
  context: Context,
  writer: LedgerWriter,
  outcome: z.output<typeof recordInput>,
  witness = witnessOf(context, outcome.origin),
): Promise<RecordResult> {
  const keyed = outcome.key === undefined ? undefined : keyedOutcome(context, outcome);
  const before = keyed && (await replayed(writer, keyed));
  if (before !== undefined) return repeated(context, writer, before);
  const { key } = keyed ?? {};
  const { taskId: task, run = context.run, at, actor = context.actor, origin = context.origin } = outcome;
  const data = outcomeFacts(outcome, witness, await failureExpected(writer, { actor, task, data: outcome }));
  const planned = task === undefined ? undefined : await writer.row(tasks, task);
  const credited = creditedStrategies(data.strategy, planned?.strategies ?? []);
  const exact = data.agentDecisions.length === 0;
  const draft = { type: "outcome-recorded" as const, data, task, run, key, at, actor, origin, exact };
  const recorded = await recordOutcome(context, writer, draft, credited);
  const session = task ?? run;
  if (session !== undefined) {
    const { cause, result, errorCount, durationMs } = data;
    const ended = { session, cause, result, errorCount, durationMs };
    await endTrialSession(writer, ended, { actor, origin, run, task, at });
  }
  return recordResult(context, writer, recorded);
}

/** What is compared when its key comes again: all that the caller said. */
export function keyedOutcome(
  context: Context,
  outcome: z.output<typeof recordInput>,
): Keyed<"outcome-recorded"> {
  const { witness: _, predictedFailure: __, ...data } = outcomeFacts(outcome, undefined, 0);
  return { type: "outcome-recorded", key: keyInLog(context, outcome.key), task: outcome.taskId, data };
}

/**
 * Written out: what a schema or a spread makes of that many fields is an object that takes several times as
 * long to write.
 */
function outcomeFacts(
  outcome: z.output<typeof recordInput>,
  witness: Witness | undefined,
  predictedFailure: number,
): EventData<"outcome-recorded"> {
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
    witness,
    predictedFailure,
    toolCalls: outcome.toolCalls,
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
  const caused = end < 0 ? following : following.slice(0, end);
  return { ...(await recordResult(context, reader, { outcome, caused })), replayed: true };
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

export async function recordResult(
  context: Context,
  reader: LedgerReader,
  { outcome, caused }: RecordedOutcome,
): Promise<RecordResult> {
  const { outcomes: settings } = context.ledger.config;
  const score = scoreOutcome(outcome.data, settings);
  const strategies = caused.flatMap((event) =>
    event.type === "strategy-observed" ? [event.data.lesson] : [],
  );
  return {
    outcome: outcome.id,
    seq: outcome.seq,
    at: outcome.at,
    replayed: false,
    score: {
      value: rounded(score.value),
      feedback: score.type,
      reasoning: describeScore(outcome.data, score, settings),
    },
    strategies,
    memory_stored: strategies.length + (await tasksRemembered(reader, outcome)),
    antiPatterns: caused.flatMap((event) =>
      event.type === "strategy-inverted" ? [event.data.antiLesson] : [],
    ),
    deprecated: caused.flatMap((event) => (event.type === "lesson-deprecated" ? [event.data.lesson] : [])),
    restored: [
      ...new Set(caused.flatMap((event) => (event.type === "strategy-restored" ? [event.data.lesson] : []))),
    ],
    policyChanges: caused.flatMap((event) => (event.type === "policy-tightened" ? policyChanges(event) : [])),
    relaxationsSuggested: caused.flatMap((event) =>
      event.type === "relaxation-suggested" ? [event.data.capability] : [],
    ),
    suggestions: suggestConstraints(outcome.data, outcome.id).map(({ text }) => text),
    warnings: warningsOf(outcome),
  };
}

/** A later plan finds a finished task by what it was about. */
async function tasksRemembered(
  reader: LedgerReader,
  { task, data }: EventOf<"outcome-recorded">,
): Promise<number> {
  if (task === undefined || !countsAsEvidence(data)) return 0;
  return ((await reader.row(tasks, task))?.text ?? "") === "" ? 0 : 1;
}

const unattributedWarnings = {
  adapter:
    "the failure names no single adapter: it is counted as 'unattributed', and limits none; give failedAdapter",
  type: "the failure does not say how its adapter failed: it is counted as 'unattributed'; give failureType or failureDetails",
};

function warningsOf({ data }: EventOf<"outcome-recorded">): string[] {
  const missing = unattributedFor(data);
  return missing === undefined ? [] : [unattributedWarnings[missing]];
}

function policyChanges({ data }: EventOf<"policy-tightened">): z.output<typeof policyChange>[] {
  return data.changes.map((change) => ({ adapter: data.capability, ...change }));
}
