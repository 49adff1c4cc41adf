import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "rebuild",
  summary: "Rebuild every view from the log",
  description: `Throws every read model away and folds the log again. The log is the truth, so this loses nothing and is safe at any time; others may write meanwhile.

It is rarely needed: a new version or a changed setting rebuilds by itself. Use it when 'whetstone doctor' says so.`,
  arguments: [],
  options: {},
  examples: [{ run: "whetstone rebuild", about: "Fold the log again:" }],
  async run(context) {
    const result = await withWhetstone(context, (ws) =>
      context.printer.progress("Folding events", (update) => ws.rebuild(update)),
    );
    context.printer.result(
      result,
      () => `Folded ${result.events} events into ${result.projections.join(" and ")}.`,
    );
  },
});
