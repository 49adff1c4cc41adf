import * as z from "zod/mini";
import { type KnownStrategy, planPrompt } from "../engines/strategies/plan-prompt.js";
import type { EventOf } from "../events/catalog.js";
import { origin, textId } from "../events/envelope.js";
import { type StrategyRow, strategies } from "../projections/strategies.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import { admit } from "./admit.js";
import type { Context } from "./context.js";
import { strategyId } from "./lesson-id.js";

const planInput = z.strictObject({
  /** What is to be done, in words. */
  task: z.string().check(z.minLength(1), z.maxLength(20_000)),
  context: z.optional(z.string().check(z.maxLength(100_000))),
  /** The way of splitting the work that the caller has in mind. */
  strategy: z.optional(z.string().check(z.minLength(1), z.maxLength(280))),
  /** The task's id, which its outcome will carry. */
  taskId: z.optional(textId),
  run: z.optional(textId),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type PlanInput = z.input<typeof planInput>;

export interface PlanResult {
  readonly prompt: string;
  /** How many lessons were looked at. */
  readonly memory_queried: number;
  /** How many of them are in the prompt. */
  readonly patterns_found: number;
  /** What is in the prompt, each with the id of the event that says so. */
  readonly shown: readonly { readonly lesson: string; readonly text: string; readonly exposure: string }[];
  /** What was left out because the prompt was full. */
  readonly dropped: readonly string[];
}

/** Writes the prompt for planning a task, with what worked and what failed before, and records what it showed. */
export async function plan(context: Context, input: PlanInput): Promise<PlanResult> {
  const { task, context: background, strategy, taskId, ...asked } = await admit(context, "plan", planInput, input);
  const { run = context.run, actor = context.actor, origin = context.origin } = asked;
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const rows = await writer.rows(strategies);
    const wanted = strategy === undefined ? undefined : strategyId(strategy);
    const pastFailures = await failuresOf(
      writer,
      rows.find((row) => row.lesson === wanted),
    );
    const known = rows.map((row) => knownStrategy(row, wanted));
    const { prompt, shown, dropped } = planPrompt(
      { task, context: background, pastFailures },
      known,
      context.ledger.config,
    );
    const exposed: PlanResult["shown"][number][] = [];
    for (const { lesson, text } of shown) {
      const data = { lesson, verb: "plan" as const, text, probability: 1 };
      const event = await writer.append({ type: "lesson-exposed", data, run, task: taskId, actor, origin });
      exposed.push({ lesson, text, exposure: event.id });
    }
    return { prompt, memory_queried: rows.length, patterns_found: exposed.length, shown: exposed, dropped };
  });
}

function knownStrategy(row: StrategyRow, wanted: string | undefined): KnownStrategy {
  const { lesson, text, successes, failures } = row;
  return { lesson, text, successes, failures, inverted: row.invertedBy !== null, asked: lesson === wanted };
}

/** The newest failures recorded for one strategy, each as a line. */
async function failuresOf(reader: LedgerReader, row: StrategyRow | undefined): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const seq of row?.evidence.toReversed() ?? []) {
    const [observed] = await reader.eventsAfter(seq - 1, 1);
    if (observed?.type !== "strategy-observed" || observed.data.success) continue;
    const outcome = (await reader.eventById(observed.data.outcome)) as EventOf<"outcome-recorded"> | undefined;
    if (outcome !== undefined) lines.push(failureLine(outcome));
    if (lines.length === failuresShown) break;
  }
  return lines;
}

const failuresShown = 3;

function failureLine({ at, task, data }: EventOf<"outcome-recorded">): string {
  const where = task === undefined ? "" : ` on ${task}`;
  return `${at.slice(0, 10)}${where}: ${data.failureDetails ?? `${data.result} with ${data.errorCount} errors, ${data.retryCount} retries`}`;
}
