import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";
import { directiveText, whoOf } from "./directive-change.js";

export const command = defineCommand({
  name: "activate",
  summary: "Let a directive be shown although something speaks against it",
  description:
    "A person decides that a directive may be shown although it contradicts another, or lacks a check or a scope.",
  arguments: [{ name: "id", about: "The id of the directive.", required: true }],
  options: {
    reason: { type: "string", about: "Why. Needed." },
    by: { type: "string", value: "NAME", about: "The person who decides." },
  },
  examples: [
    {
      run: 'whetstone lessons activate directive-3f9a… --reason "…" --by maintainer',
      about: "Let a directive be shown although something speaks against it:",
    },
  ],
  async run(context) {
    const { args, values, printer } = context;
    const result = await withWhetstone(context, (ws) =>
      ws.lessons.activate({ lesson: args.id, reason: values.reason ?? "", ...whoOf(values.by) }),
    );
    printer.result(result, (style) => directiveText(result, style));
  },
});
