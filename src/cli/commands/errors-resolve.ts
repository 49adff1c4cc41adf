import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "resolve",
  summary: "Mark an error as dealt with",
  description:
    "Marks an error as dealt with: it leaves the retry prompt. It still happened, so the task's total stays.",
  arguments: [{ name: "id", about: "The error's id, from 'whetstone errors list'.", required: true }],
  options: {},
  examples: [{ run: "whetstone errors resolve 01a1df4b-0c80-701a-8772-babd726dd8b1", about: "Dealt with:" }],
  async run(context) {
    const result = await withWhetstone(context, (ws) => ws.errors.resolve(context.args.id));
    const said = result.replayed ? "was resolved before" : "is resolved";
    context.printer.result(result, (style) => `${style.bold(result.error)} of ${result.task} ${said}`);
  },
});
