import * as z from "zod/mini";
import { answeredByOutput, findSimilar } from "../lessons/search/find-similar.js";
import { taskShelf } from "../lessons/search/task-shelf.js";
import { makePlan, type Similar } from "../lessons/strategy/plan/make-plan.js";
import { textId } from "../log/events/envelope.js";
import { strategyInput } from "../runs/record/outcome-input.js";
import type { Context } from "./call/context.js";
import { envelopeInput } from "./call/envelope-input.js";
import { failOpen } from "./call/fail-open.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

const input = z.strictObject({
  task: field("What is to be done, in words.", z.string().check(z.minLength(1), z.maxLength(20_000))),
  context: field("Background for the task.", z.optional(z.string().check(z.maxLength(100_000)))),
  strategy: field("The way of splitting the work that you have in mind.", strategyInput),
  taskId: field(
    "The task's id, which its outcome will carry. Its work counts as begun with this call.",
    z.optional(textId),
  ),
  sessions: field(
    "Whether to look for similar tasks in the past sessions of coding agents too, as far as learn has read them.",
    z.optional(z.boolean()),
  ),
  ...envelopeInput,
});

const shownLesson = z.strictObject({ lesson: z.string(), text: z.string(), exposure: z.string() });

const output = z.strictObject({
  prompt: field("The prompt for planning the task.", z.string()),
  memory_queried: field("How many lessons, finished tasks and past sessions were considered.", z.int()),
  patterns_found: field("How many of them are in the prompt.", z.int()),
  sessions_searched: field(
    "How many past sessions were looked through; null if not asked to.",
    z.nullable(z.int()),
  ),
  ...answeredByOutput,
  shown: field("The lessons in the prompt, each with the id of its exposure.", z.array(shownLesson)),
  dropped: field("What was left out because the prompt was full.", z.array(z.string())),
});

type PlanInput = z.output<typeof input>;

export const verb = defineVerb({
  name: "plan",
  group: "Called by agents",
  summary: "Print a planning prompt with what was learned",
  description: `Prints the prompt for planning a task: the task itself, the strategies with a track record \
in this project, and those to avoid because they mostly failed. It also lists tools and services that keep \
failing, with what usually helps, those that the task names first, and skills with their scores. A strategy \
that only an agent vouches for comes last, quoted as unconfirmed data. With --strategy it also shows what \
failed before with that strategy.

Every lesson it prints is recorded as shown to the run or task, so that you can ask later whether showing it \
helped. Standard output holds the prompt and nothing else.`,
  examples: [
    { run: 'whetstone plan "Add OAuth" --task-id bd-14', about: "The prompt for a task:" },
    { run: 'whetstone plan "Add OAuth" --strategy "Split by file type"', about: "Was this tried before?" },
    { run: 'whetstone plan "Add OAuth" --sessions', about: "Did a coding agent do this before?" },
    { run: 'whetstone plan "Add OAuth" --json | jq .shown', about: "Which lessons it showed:" },
  ],
  words: ["begin", "prompt"],
  caller: "anyone",
  hub: "agent",
  input,
  output,
  cli: {
    arguments: ["task"],
    options: {
      context: { file: "context-file", maxBytes: 131_072 },
      taskId: { value: "ID" },
      run: { value: "ID" },
      sessions: {},
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
    names: { taskId: "bead_id", run: "run_id", sessions: "query_cass" },
  },
  run: plan,
});

async function plan(context: Context, input: PlanInput) {
  const { run = context.run, actor = context.actor, origin = context.origin } = input;
  context.beforeWriting();
  const similar = await mostSimilar(context, input);
  return context.ledger.write((writer) => makePlan(context, writer, input, { run, actor, origin }, similar));
}

/** By words and meaning, where they can be compared. Fails open: a plan without it still has its words. */
async function mostSimilar(
  context: Context,
  { task, context: background = "", sessions }: PlanInput,
): Promise<Similar> {
  const text = `${task}\n${background}`.slice(0, 20_000);
  const limitMs = context.ledger.config.insights.captureLimitMs;
  const outcome = await failOpen(context, "search", limitMs, async ({ options }) => ({
    like: await findSimilar(context, { text, kinds: ["strategy"] }, options),
    tasks: await findSimilar(context, { text: task, kinds: ["task"] }, { ...options, shelf: taskShelf }),
    sessions:
      sessions === true
        ? await findSimilar(context, { text: task, kinds: ["session"] }, { ...options, shelf: taskShelf })
        : undefined,
  }));
  return "done" in outcome ? outcome.done : {};
}
