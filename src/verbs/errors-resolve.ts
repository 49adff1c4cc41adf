import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

export const verb = defineVerb({
  name: "errors resolve",
  group: "Called by agents",
  summary: "Mark an error as resolved",
  description: `Marks an error as resolved: it leaves the retry prompt. It still happened, so the task's \
total stays.`,
  examples: [{ run: "whetstone errors resolve 01a1df4b-0c80-701a-8772-babd726dd8b1", about: "Resolved:" }],
  caller: "anyone",
  hub: "agent",
  input: z.strictObject({
    error: field(
      "The error's id, from 'whetstone errors list'.",
      z.string().check(z.minLength(1), z.maxLength(1_000)),
    ),
  }),
  output: z.strictObject({
    error: field("The error's id.", z.string()),
    taskId: field("The task's id.", z.string()),
    replayed: field("True when the error was already resolved: nothing new was written.", z.boolean()),
  }),
  cli: {
    arguments: ["error"],
    render: (result, style) => {
      const state = result.replayed ? "was resolved before" : "is resolved";
      return `${style.bold(result.error)} of ${result.taskId} ${state}`;
    },
  },
  mcp: { tool: "resolve_error", readOnly: false, names: { error: "error_id" } },
  run: ({ ledger, actor, origin, run }, { error }) =>
    ledger.write(async (writer) => {
      const event = await writer.eventById(error);
      if (event?.type !== "error-recorded" || event.task === undefined) throw unknownError(error);
      const { task } = event;
      const key = `resolve ${error}`;
      const replayed = (await writer.eventByKey(key)) !== undefined;
      if (!replayed) {
        const data = { error, errorType: event.data.errorType };
        await writer.append({ type: "error-resolved", data, task, run, key, actor, origin });
      }
      return { error, taskId: task, replayed };
    }),
});

function unknownError(error: string): WhetstoneError {
  return new WhetstoneError("not_found", `there is no error '${error}'`, {
    field: "error",
    next: "'whetstone errors list TASK' shows the ids",
    values: { error },
  });
}
