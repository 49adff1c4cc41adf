import * as z from "zod/mini";
import type { Context } from "../app/context.js";
import { creditedStrategies, isConfirmedStrategy } from "../app/credited-strategies.js";
import { envelopeInput } from "../app/envelope-input.js";
import { failOpen } from "../app/fail-open.js";
import { patternsForPlan } from "../app/failing-adapters.js";
import { field } from "../app/field.js";
import { answeredBy, answeredByOutput, findSimilar, type Similarity } from "../app/find-similar.js";
import { strategyInput } from "../app/outcome-input.js";
import { plannedStrategies } from "../app/planned-strategies.js";
import { showLessons } from "../app/show-lessons.js";
import { recordOfText } from "../app/shown-texts.js";
import { similarTasks } from "../app/similar-tasks.js";
import { errorBlock } from "../app/task-errors.js";
import { taskShelf } from "../app/task-shelf.js";
import { weigh } from "../engines/outcomes/criterion.js";
import { skillLines } from "../engines/reliability/skills-to-tell.js";
import { extractPatternsFromDescription } from "../engines/strategies/extract-patterns.js";
import { type PlanRequest, planPrompt } from "../engines/strategies/plan-prompt.js";
import type { KnownStrategy } from "../engines/strategies/rank-strategies.js";
import { nameOrQuote, quoteAsData } from "../engines/unconfirmed/quote-as-data.js";
import { isPlainReporter } from "../engines/unconfirmed/witness.js";
import type { EventOf } from "../events/catalog.js";
import { textId } from "../events/envelope.js";
import { isByHand } from "../events/lesson.js";
import { criteria } from "../projections/criteria.js";
import { errors } from "../projections/errors.js";
import { skills } from "../projections/skills.js";
import { isSelfReported, type StrategyRow, stateOfStrategy } from "../projections/strategies.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import { defineVerb } from "./frame/define-verb.js";

const input = z.strictObject({
  task: field("What is to be done, in words.", z.string().check(z.minLength(1), z.maxLength(20_000))),
  context: field("Background for the task.", z.optional(z.string().check(z.maxLength(100_000)))),
  strategy: field("The way of splitting the work that you have in mind.", strategyInput),
  taskId: field(
    "The task's id, which its outcome will carry. Its work counts as begun with this call.",
    z.optional(textId),
  ),
  ...envelopeInput,
});

const shownLesson = z.strictObject({ lesson: z.string(), text: z.string(), exposure: z.string() });

const output = z.strictObject({
  prompt: field("The prompt for planning the task.", z.string()),
  memory_queried: field("How many lessons were considered.", z.int()),
  patterns_found: field("How many of them are in the prompt.", z.int()),
  ...answeredByOutput,
  shown: field("What is in the prompt, each with the id of the event that says so.", z.array(shownLesson)),
  dropped: field("What was left out because the prompt was full.", z.array(z.string())),
});

type PlanInput = z.output<typeof input>;

export const verb = defineVerb({
  name: "plan",
  group: "Called by agents",
  summary: "Print a planning prompt with what was learned",
  description: `Prints the prompt for planning a task: the task itself, the strategies with a track record \
in this project, and those to avoid because they mostly failed. Tools and services that keep failing stand \
in it with what usually helps, first those that the task names, and skills with their score. A strategy in words that only an agent \
stands behind comes last, quoted as unconfirmed data. With a strategy it also shows what failed \
before with that strategy.

Every lesson it prints is recorded as shown, with the run or task it was shown to; so you can ask later \
whether showing it helped. Standard output holds the prompt and nothing else.`,
  examples: [
    { run: 'whetstone plan "Add OAuth" --task-id bd-14', about: "The prompt for a task:" },
    { run: 'whetstone plan "Add OAuth" --strategy "Split by file type"', about: "Was this tried before?" },
    { run: 'whetstone plan "Add OAuth" --json | jq .shown', about: "Which lessons it showed:" },
  ],
  caller: "anyone",
  input,
  output,
  cli: {
    arguments: ["task"],
    options: {
      context: { file: "context-file", maxBytes: 131_072 },
      taskId: { value: "ID" },
      run: { value: "ID" },
    },
    render: ({ prompt }) => prompt,
  },
  mcp: {
    tool: "plan_prompt",
    description:
      "A planning prompt for a task, with the strategies that worked here and those to avoid. Call it " +
      "before you split work.",
    short: {
      description: "Planning prompt with what worked here and what to avoid. Call it before you split work.",
      fields: ["task", "context", "strategy", "taskId"],
    },
    readOnly: false,
    names: { taskId: "bead_id", run: "run_id" },
    extra: {
      query_cass: field("Taken for the sake of prompts that send it; has no effect", z.optional(z.boolean())),
    },
    prepare: ({ query_cass: _, ...fields }) => fields,
  },
  run: plan,
});

/** Records what it shows with the prompt that shows it. */
async function plan(context: Context, input: PlanInput) {
  const { task, strategy, taskId } = input;
  const { run = context.run, actor = context.actor, origin = context.origin } = input;
  context.beforeWriting();
  const { like, tasks } = await mostSimilar(context, input);
  return context.ledger.write(async (writer) => {
    const meant = creditedStrategies(strategy, []);
    const intended = meant.map((each) => each.lesson);
    const { rows, known: queried } = await plannedStrategies(writer, like, intended);
    const known = rows.map((row) => knownStrategy(context, row, intended, like));
    const request = await requestOf(
      context,
      writer,
      input,
      rows.filter((row) => intended.includes(row.lesson)),
      tasks,
    );
    const { prompt, tokens, shown, dropped } = planPrompt(
      { ...request, alike: like?.alike },
      known,
      context.ledger.config,
    );
    const about = { run, task: taskId, actor, origin };
    const named =
      strategy === undefined
        ? extractPatternsFromDescription([task, input.context ?? ""].join("\n"))
        : meant.map((each) => each.text);
    const lines = shown.map(({ lesson, text }) => ({ lesson, text }));
    await writer.append({
      type: "plan-made",
      data: {
        text: task.slice(0, taskChars),
        strategies: named.slice(0, 20),
        prompt: { ...recordOfText(prompt, lines, dropped, ownWords(input)), tokens },
      },
      ...about,
    });
    const showing = { verb: "plan", moment: "plan", ...about, fresh: false } as const;
    const exposed = [...(await showLessons(context, writer, showing, lines))];
    const counts = {
      memory_queried: queried + request.failurePatterns.length,
      patterns_found: exposed.length,
    };
    return { prompt, ...counts, ...answeredBy(like), shown: exposed, dropped };
  });
}

/** Enough of a task's description to find tasks like it. */
const taskChars = 2_000;

/** What the caller brought and the log does not keep. */
function ownWords({ task, context = "" }: PlanInput) {
  const given = [
    { own: "task" as const, text: task.length > taskChars ? task : "" },
    { own: "context" as const, text: context },
  ];
  return given.map(({ own, text }) => ({ text, piece: { own, chars: text.length } }));
}

interface Similar {
  /** Strategies by how similar to the work they are. */
  readonly like?: Similarity | undefined;
  /** Past tasks by how similar to the task they are. */
  readonly tasks?: Similarity | undefined;
}

/** By words and meaning, where they can be compared. Fails open: a plan without it still has its words. */
async function mostSimilar(
  context: Context,
  { task, context: background = "" }: PlanInput,
): Promise<Similar> {
  const text = `${task}\n${background}`.slice(0, 20_000);
  const limitMs = context.ledger.config.insights.captureLimitMs;
  const outcome = await failOpen(context, "search", limitMs, async ({ options }) => ({
    like: await findSimilar(context, { text, kinds: ["strategy"] }, options),
    tasks: await findSimilar(context, { text: task, kinds: ["task"] }, { ...options, shelf: taskShelf }),
  }));
  return "done" in outcome ? outcome.done : {};
}

function knownStrategy(
  { ledger, clock }: Context,
  row: StrategyRow,
  intended: readonly string[],
  like: Similarity | undefined,
): KnownStrategy {
  const { lesson, text, origin, successes, failures } = row;
  const state = stateOfStrategy(row, clock(), ledger.config.strategies);
  return {
    lesson,
    text,
    origin,
    confirmed: isConfirmedStrategy(row),
    successes,
    failures,
    state,
    selfReported: isSelfReported(row),
    inverted: row.invertedBy !== null,
    hidden: row.deprecated !== null && isByHand(row.deprecated),
    asked: intended.includes(lesson),
    found: like && (like.of.get(lesson) ?? { id: lesson, words: 0, meaning: 0, trigger: false, synonyms: 0 }),
  };
}

async function requestOf(
  context: Context,
  reader: LedgerReader,
  { task, context: background, taskId }: PlanInput,
  intended: readonly StrategyRow[],
  like: Similarity | undefined,
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
    failurePatterns: await patternsForPlan(context, reader, {
      text: `${task}\n${background ?? ""}`,
      tools: [],
    }),
    skills: skillLines(await reader.rows(skills), config),
    criteria: weighed
      .filter((each) => each.effectiveWeight > 0)
      .sort((a, b) => b.effectiveWeight - a.effectiveWeight),
    errors: errorBlock(open),
  };
}

const failuresShown = 3;

/** The newest failures recorded for these strategies, each as a line. */
async function failuresOf(reader: LedgerReader, rows: readonly StrategyRow[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const seq of rows.flatMap((row) => row.evidence).sort((a, b) => b - a)) {
    const [observed] = await reader.eventsAfter(seq - 1, 1);
    if (observed?.type !== "strategy-observed" || observed.data.success) continue;
    const outcome = (await reader.eventById(observed.data.outcome)) as
      | EventOf<"outcome-recorded">
      | undefined;
    if (outcome !== undefined) lines.push(failureLine(outcome));
    if (lines.length === failuresShown) break;
  }
  return lines;
}

function failureLine({ at, task, origin, data }: EventOf<"outcome-recorded">): string {
  const where = task === undefined ? "" : ` on ${nameOrQuote(task)}`;
  const counts = `${data.result} with ${data.errorCount} errors, ${data.retryCount} retries`;
  const { failureDetails = "" } = data;
  const what = (isPlainReporter(origin) ? failureDetails : quoteAsData(failureDetails)) || counts;
  return `${at.slice(0, 10)}${where}: ${what}`;
}
