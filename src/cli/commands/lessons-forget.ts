import { oneLine } from "../../text/one-line.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";
import { whoOf } from "./directive-change.js";

export const command = defineCommand({
  name: "forget",
  summary: "Remove a lesson's text everywhere and leave a tombstone",
  description: `Removes the text of a lesson from the log, the read models, the refused inputs and the backups that Whetstone made, and leaves an event that says when, by whom and why, but not what. Then it looks into its own files for the text and names any that still hold it.

This cannot be undone. It shows what it will do and asks first.`,
  arguments: [{ name: "id", about: "The id of the lesson, from 'whetstone lessons list'.", required: true }],
  options: {
    reason: { type: "string", about: "Why it is forgotten. Needed." },
    by: { type: "string", value: "NAME", about: "The person who decides. Needed for a directive." },
    yes: { type: "boolean", short: "y", about: "Do not ask." },
    "dry-run": { type: "boolean", about: "Only show what would be removed." },
  },
  examples: [
    { run: "whetstone lessons forget strategy-8654dd93951d --dry-run", about: "See what would go:" },
    {
      run: 'whetstone lessons forget strategy-8654dd93951d --reason "names a customer"',
      about: "Forget it:",
    },
  ],
  exits: { 1: "You answered no. Nothing was changed." },
  async run(context) {
    const { args, values, printer } = context;
    return withWhetstone(context, async (ws) => {
      const preview = await ws.lessons.previewForget(args.id);
      const what = `the text of ${args.id} (${preview.texts.map((text) => `"${oneLine(text, 80)}"`).join(", ")}) from ${preview.events} events`;
      if (values["dry-run"]) {
        printer.result(preview, () => `Would remove ${what}.`);
        return undefined;
      }
      if (!values.yes && !(await printer.confirm(`Remove ${what}? It cannot be undone.`))) {
        printer.note("Nothing was changed.");
        return 1;
      }
      const result = await ws.lessons.forget({
        lesson: args.id,
        reason: values.reason ?? "",
        ...whoOf(values.by),
      });
      printer.result(result, (style) =>
        [
          `Forgot ${style.bold(result.lesson)}: blanked in ${result.blankedEvents} events and ${result.blankedRejections} refused inputs.`,
          `  tombstone ${result.tombstone}`,
          ...result.remains.map(({ file, next }) => style.yellow(`  still in ${file}: ${next}`)),
        ].join("\n"),
      );
      return undefined;
    });
  },
});
