import { oneLine } from "../../text/one-line.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

const messageChars = 80;

export const command = defineCommand({
  name: "list",
  summary: "List a task's errors and their counts",
  description: "Lists the newest errors of a task, with the counts of all of them.",
  arguments: [{ name: "task", about: "The task's id.", required: true }],
  options: {},
  examples: [{ run: "whetstone errors list bd-12", about: "With their ids:" }],
  async run(context) {
    const { task } = context.args;
    const result = await withWhetstone(context, (ws) => ws.errors.list(task));
    const { table } = await import("../../terminal/table.js");
    context.printer.result(result, (style) => {
      const { total, unresolved } = result.stats;
      const rows = result.errors.map((error) => [
        style.bold(error.id),
        error.error_type,
        error.resolved ? style.green("resolved") : style.red("open"),
        error.timestamp,
        oneLine(error.message, messageChars),
      ]);
      return `${table(rows)}errors of ${task}: ${total}, unresolved: ${unresolved}`;
    });
  },
});
