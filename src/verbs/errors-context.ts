import * as z from "zod/mini";
import { errorBlock, errorsOf } from "../lessons/strategy/plan/task-errors.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { taskInput } from "./parts/task-input.js";

export const verb = defineVerb({
  name: "errors context",
  group: "Called by agents",
  summary: "Print a task's errors for a retry prompt",
  description: `Prints the task's unresolved errors as a block for the prompt of the next attempt. Prints \
nothing when there are none.`,
  examples: [{ run: "whetstone errors context bd-12", about: "What went wrong so far:" }],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({
    ...taskInput,
    includeResolved: field("Show resolved errors too.", z._default(z.boolean(), false)),
  }),
  output: z.strictObject({ text: field("The block; empty when there are no such errors.", z.string()) }),
  cli: {
    arguments: ["taskId"],
    options: { includeResolved: { name: "all" } },
    render: ({ text }) => text,
  },
  mcp: {
    tool: "error_context",
    description:
      "A task's open errors as a block for the prompt of its next attempt; empty when there are none.",
    readOnly: true,
    names: { taskId: "bead_id" },
    text: ({ text }) => text,
  },
  run: async (context, { taskId: task, includeResolved }) => ({
    text: errorBlock(await errorsOf(context, task), includeResolved),
  }),
});
