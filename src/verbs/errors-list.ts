import * as z from "zod/mini";
import { oneLine } from "../base/text/one-line.js";
import {
  errorEntry,
  errorEntryOutput,
  errorStatsOutput,
  errorsOf,
  quotedEntry,
  statsOf,
} from "../lessons/strategy/plan/task-errors.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { taskInput } from "./parts/task-input.js";

const messageChars = 80;

export const verb = defineVerb({
  name: "errors list",
  group: "Called by agents",
  summary: "List a task's errors and their counts",
  description: "Lists the newest errors of a task, with the counts of all of them.",
  examples: [{ run: "whetstone errors list bd-12", about: "With their ids:" }],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject(taskInput),
  output: z.strictObject({
    errors: field("The newest ones, oldest first.", z.array(errorEntryOutput)),
    stats: field("The counts of all of them.", errorStatsOutput),
  }),
  cli: {
    arguments: ["taskId"],
    render: async ({ errors, stats }, style, { "task-id": task }) => {
      const { table } = await import("../base/terminal/table.js");
      const rows = errors.map((error) => [
        style.bold(error.id),
        error.error_type,
        error.resolved ? style.green("resolved") : style.red("open"),
        error.timestamp,
        oneLine(error.message, messageChars),
      ]);
      return `${table(rows)}errors of ${task}: ${stats.total}, unresolved: ${stats.unresolved}`;
    },
  },
  asData: ({ errors, stats }) => ({ errors: errors.map(quotedEntry), stats }),
  run: async (context, { taskId: task }) => {
    const row = await errorsOf(context, task);
    return { errors: (row?.recent ?? []).map((each) => errorEntry(task, each)), stats: statsOf(row) };
  },
});
