import * as z from "zod/mini";
import { creditedStrategies } from "../lessons/strategy/credited-strategies.js";
import { joinPlan } from "../lessons/strategy/plan/join-plan.js";
import { extractPatternsFromDescription } from "../lessons/strategy/rules/extract-patterns.js";
import type { EventData, EventOf } from "../log/events/catalog.js";
import { givenTimeOfDay, textId } from "../log/events/envelope.js";
import { outcomeRecorded } from "../log/events/outcome.js";
import { outcomeDefaults } from "../log/events/outcome-defaults.js";
import { epochMs } from "../log/events/time.js";
import { errors } from "../runs/fold/errors.js";
import type { TaskRow } from "../runs/fold/tasks.js";
import { failureExpected } from "../runs/policy/predict.js";
import { outcomeInput } from "../runs/record/outcome-input.js";
import { type RecordResult, recordOutput, recordResult, repeated } from "../runs/record/record.js";
import { recordOutcome } from "../runs/record/record-outcome.js";
import { type Refusal, refuseFuture, refuseInput } from "./call/admit.js";
import type { Context } from "./call/context.js";
import { envelopeInput, keyInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { keyInLog, replayed } from "./call/replayed.js";
import { witnessOf } from "./call/speaker.js";
import { defineVerb } from "./frame/define-verb.js";
import { durationOption, outcomeOptions } from "./parts/outcome-options.js";
import { recordedText } from "./parts/recorded-text.js";

const { shape } = outcomeRecorded.data;

const input = z.strictObject({
  taskId: field("The task's id.", textId),
  success: field("Whether it succeeded.", z.boolean()),
  ...outcomeInput,
  durationMs: field("How long it took; measured from the start, if left out.", z.optional(shape.durationMs)),
  startedAt: field(
    "When the work began; when the task was planned, if left out.",
    z.optional(givenTimeOfDay),
  ),
  retryCount: field(
    "How often it was tried again; counted from the outcomes since the plan, if left out.",
    z.optional(shape.retryCount),
  ),
  key: keyInput,
  ...envelopeInput,
});

const output = z.strictObject({
  ...recordOutput.shape,
  durationMs: field("How long it took, as measured.", z.number()),
  errorCount: field("How many errors were recorded for the task since its newest plan.", z.int()),
  retryCount: field("How often it was tried again, as counted.", z.int()),
});

export const verb = defineVerb({
  name: "complete",
  group: "Called by agents",
  summary: "Record how a planned task ended and learn from it",
  description: `Records the end of a task that was planned, whether it succeeded or failed. A task whose id no \
plan gave is joined to the newest plan without one. The duration is measured from the plan, the errors and the retries are counted from the error log and the outcomes since \
the plan; nothing is assumed to be zero.

The outcome is credited to the strategies that you name, else to those of the plan, else to those that the \
summary mentions. With a key, calling twice records once.`,
  examples: [
    {
      run: 'whetstone complete bd-14 --summary "OAuth with Google, split by feature"',
      about: "It succeeded:",
    },
    {
      run: 'whetstone complete bd-14 --failed --adapter github --failure-type auth --details "no scope"',
      about: "It failed:",
    },
  ],
  words: ["close", "done", "end", "finish"],
  caller: "anyone",
  hub: "agent",
  input,
  output,
  cli: {
    arguments: ["taskId"],
    options: {
      ...outcomeOptions,
      success: {
        name: "failed",
        inverted: true,
        about: "The task failed; without this option it succeeded.",
      },
      durationMs: durationOption,
      retryCount: { name: "retries" },
      startedAt: { value: "TIME" },
    },
    render: recordedText,
  },
  mcp: {
    tool: "complete",
    description:
      "Close the loop on a task, failed ones too: duration, errors and retries are counted, and what it " +
      "teaches is kept.",
    short: {
      description:
        "Record how a planned task ended, failed ones too. Duration, errors and retries are counted.",
      fields: ["taskId", "success", "summary", "filesTouched", "strategy", "failureType", "failureDetails"],
    },
    readOnly: false,
    fields: [
      "taskId",
      "success",
      "summary",
      "filesTouched",
      "strategy",
      "durationMs",
      "startedAt",
      "retryCount",
      "failureType",
      "failureDetails",
      "criteria",
      "adaptersUsed",
      "failedAdapter",
      "cause",
      "quality",
      "key",
      "run",
    ],
    names: { taskId: "bead_id", failureType: "failure_mode", run: "run_id" },
    defaults: { success: true },
  },
  check: (context, { startedAt }) => {
    const refusal = refuseFuture(context, startedAt);
    return refusal && { ...refusal, field: "startedAt" };
  },
  run: complete,
});

async function complete(context: Context, admitted: z.output<typeof input>) {
  context.beforeWriting();
  const {
    taskId: task,
    success,
    run = context.run,
    key: givenKey,
    actor = context.actor,
    origin = context.origin,
    ...given
  } = admitted;
  const { startedAt, ...facts } = given;
  // What is measured or counted here may be another number by now.
  const told: Partial<EventData<"outcome-recorded">> = {
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
    result: success ? "success" : "failure",
  };
  const result = await context.ledger.write(async (writer) => {
    const key = keyInLog(context, givenKey);
    const before = await replayed(writer, { type: "outcome-recorded", key, task, data: told });
    if (before !== undefined) return withCounts(await repeated(context, writer, before), before);
    const row = await joinPlan(writer, { task, summary: facts.summary, run, actor, origin }, context.clock());
    const durationMs = facts.durationMs ?? since(context, startedAt ?? row?.plannedAt);
    if (durationMs === undefined) return undefined;
    const data = {
      ...outcomeDefaults,
      ...facts,
      durationMs,
      result: success ? ("success" as const) : ("failure" as const),
      errorCount: (await writer.row(errors, task))?.sincePlan ?? 0,
      retryCount: facts.retryCount ?? row?.attempts ?? 0,
      witness: witnessOf(context, origin),
    };
    const predictedFailure = await failureExpected(writer, { actor, task, data });
    const draft = {
      type: "outcome-recorded" as const,
      data: { ...data, predictedFailure },
      task,
      run,
      key,
      actor,
      origin,
    };
    const recorded = await recordOutcome(context, writer, draft, strategiesOf(facts, row));
    const { outcome } = recorded;
    return withCounts(await recordResult(context, writer, recorded), outcome);
  });
  return result ?? refuseInput(context, "complete", unknownStart(task), admitted);
}

function since({ clock }: Context, start: string | null | undefined): number | undefined {
  return start === null || start === undefined ? undefined : Math.max(0, clock() - epochMs(start));
}

/** The words of the caller first, then the plan, then what the summary says was done. */
function strategiesOf(
  { strategy, summary }: { strategy?: string | undefined; summary?: string | undefined },
  row: TaskRow | undefined,
) {
  const planned = row?.strategies ?? [];
  return creditedStrategies(
    strategy,
    planned.length > 0 ? planned : extractPatternsFromDescription(summary ?? ""),
  );
}

function unknownStart(task: string): Refusal {
  return {
    field: "startedAt",
    reason: `it is not known when work on '${task}' began`,
    next: "plan the task with its id before the work, or give startedAt or durationMs",
  };
}

function withCounts(result: RecordResult, { data }: EventOf<"outcome-recorded">): z.output<typeof output> {
  const { durationMs, errorCount, retryCount } = data;
  return { ...result, durationMs, errorCount, retryCount };
}
