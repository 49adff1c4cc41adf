import * as z from "zod/mini";
import { errorStatsOutput, errorsOf, statsOf } from "../lessons/strategy/plan/task-errors.js";
import { defineVerb } from "./frame/define-verb.js";
import { taskInput } from "./parts/task-input.js";

export const verb = defineVerb({
  name: "errors stats",
  group: "Called by agents",
  summary: "Count a task's errors",
  description: "Counts the errors of a task, all and unresolved ones, and by type.",
  examples: [{ run: "whetstone errors list bd-12", about: "With the errors themselves:" }],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject(taskInput),
  output: errorStatsOutput,
  run: async (context, { taskId: task }) => statsOf(await errorsOf(context, task)),
});
