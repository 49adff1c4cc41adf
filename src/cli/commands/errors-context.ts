import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "context",
  summary: "Print a task's errors for a retry prompt",
  description:
    "Prints the task's unresolved errors as a block for the prompt of the next try. Prints nothing when there are none.",
  arguments: [{ name: "task", about: "The task's id.", required: true }],
  options: { all: { type: "boolean", about: "Resolved errors too." } },
  examples: [{ run: "whetstone errors context bd-12", about: "What went wrong so far:" }],
  async run(context) {
    const { args, values, printer } = context;
    const text = await withWhetstone(context, (ws) => ws.errors.context(args.task, values.all));
    printer.result({ task: args.task, context: text }, () => text);
  },
});
