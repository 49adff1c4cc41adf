import * as z from "zod/mini";
import { weigh } from "../engines/outcomes/criterion.js";
import { extractPatternsFromDescription } from "../engines/strategies/extract-patterns.js";
import { type PlanRequest, planPrompt } from "../engines/strategies/plan-prompt.js";
import type { KnownStrategy } from "../engines/strategies/rank-strategies.js";
import { origin, textId } from "../events/envelope.js";
import { criteria } from "../projections/criteria.js";
import { errors } from "../projections/errors.js";
import { type StrategyRow, stateOfStrategy, strategies } from "../projections/strategies.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import { admit } from "./admit.js";
import type { Context } from "./context.js";
import { creditedStrategies } from "./credited-strategies.js";
import { errorBlock } from "./errors.js";
import { failOpen } from "./fail-open.js";
import { type AnsweredBy, answeredBy, type Likeness, likenessOf } from "./likeness.js";
import { failuresOf } from "./past-failures.js";
import { similarTasks } from "./similar-tasks.js";
import { taskShelf } from "./task-shelf.js";

const planInput = z.strictObject({
  /** What is to be done, in words. */
  task: z.string().check(z.minLength(1), z.maxLength(20_000)),
  context: z.optional(z.string().check(z.maxLength(100_000))),
  /** The way of splitting the work that the caller has in mind. */
  strategy: z.optional(z.string().check(z.minLength(1), z.maxLength(280))),
  /** The task's id, which its outcome will carry. Its work counts as begun with this call. */
  taskId: z.optional(textId),
  run: z.optional(textId),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type PlanInput = z.input<typeof planInput>;

export interface PlanResult extends AnsweredBy {
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

type AdmittedPlan = z.output<typeof planInput>;

/**
 * Writes the prompt for planning a task, with what worked and what failed before, and records what it showed.
 */
export async function plan(context: Context, input: PlanInput): Promise<PlanResult> {
  const admitted = await admit(context, "plan", planInput, input);
  const {
    task,
    strategy,
    taskId,
    run = context.run,
    actor = context.actor,
    origin = context.origin,
  } = admitted;
  context.beforeWriting();
  const { like, tasks } = await likestFor(context, admitted);
  return context.ledger.write(async (writer) => {
    const rows = await writer.rows(strategies);
    const meant = creditedStrategies(strategy, []);
    const intended = meant.map((each) => each.lesson);
    const known = rows.map((row) => knownStrategy(context, row, intended, like));
    const request = await requestOf(
      context,
      writer,
      admitted,
      rows.filter((row) => intended.includes(row.lesson)),
      tasks,
    );
    const { prompt, shown, dropped } = planPrompt(
      { ...request, alike: like?.alike },
      known,
      context.ledger.config,
    );
    const about = { run, task: taskId, actor, origin };
    const named =
      strategy === undefined
        ? extractPatternsFromDescription([task, admitted.context ?? ""].join("\n"))
        : meant.map((each) => each.text);
    await writer.append({
      type: "plan-made",
      data: { text: task.slice(0, 2_000), strategies: named.slice(0, 20) },
      ...about,
    });
    const exposed: PlanResult["shown"][number][] = [];
    for (const { lesson, text } of shown) {
      const data = { lesson, verb: "plan" as const, text, probability: 1 };
      const event = await writer.append({ type: "lesson-exposed", data, ...about });
      exposed.push({ lesson, text, exposure: event.id });
    }
    const counts = { memory_queried: rows.length, patterns_found: exposed.length };
    return { prompt, ...counts, ...answeredBy(like), shown: exposed, dropped };
  });
}

interface Likest {
  /** Strategies by how like the work they are. */
  readonly like?: Likeness | undefined;
  /** Past tasks by how like the task they are. */
  readonly tasks?: Likeness | undefined;
}

/** By words and meaning, where they can be compared. Fails open: a plan without it still has its words. */
async function likestFor(
  context: Context,
  { task, context: background = "" }: AdmittedPlan,
): Promise<Likest> {
  const text = `${task}\n${background}`.slice(0, 20_000);
  const limitMs = context.ledger.config.insights.captureLimitMs;
  const outcome = await failOpen(context, "search", limitMs, async ({ options }) => ({
    like: await likenessOf(context, { text, kinds: ["strategy"] }, options),
    tasks: await likenessOf(context, { text: task, kinds: ["task"] }, { ...options, shelf: taskShelf }),
  }));
  return "done" in outcome ? outcome.done : {};
}

function knownStrategy(
  { ledger, clock }: Context,
  row: StrategyRow,
  intended: readonly string[],
  like: Likeness | undefined,
): KnownStrategy {
  const { lesson, text, successes, failures } = row;
  const state = stateOfStrategy(row, clock(), ledger.config.strategies);
  return {
    lesson,
    text,
    successes,
    failures,
    state,
    inverted: row.invertedBy !== null,
    hidden: row.deprecated?.by === "person",
    asked: intended.includes(lesson),
    found: like && (like.of.get(lesson) ?? { id: lesson, words: 0, meaning: 0, trigger: false, synonyms: 0 }),
  };
}

async function requestOf(
  context: Context,
  reader: LedgerReader,
  { task, context: background, taskId }: AdmittedPlan,
  intended: readonly StrategyRow[],
  like: Likeness | undefined,
): Promise<PlanRequest> {
  const { config } = context.ledger;
  const open = taskId === undefined ? undefined : await reader.row(errors, taskId);
  const weighed = (await reader.rows(criteria)).map((row) => ({
    criterion: row.criterion,
    effectiveWeight: weigh(row.tally, context.clock(), config.criteria).effectiveWeight,
  }));
  return {
    task,
    context: background,
    pastFailures: await failuresOf(reader, intended),
    similarTasks: await similarTasks(reader, { text: task, taskId, like }, config),
    criteria: weighed
      .filter((each) => each.effectiveWeight > 0)
      .sort((a, b) => b.effectiveWeight - a.effectiveWeight),
    errors: errorBlock(open),
  };
}
