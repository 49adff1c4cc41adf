import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";
import { directiveText, whoOf } from "./directive-change.js";

export const command = defineCommand({
  name: "retire",
  summary: "Put a directive away",
  description:
    "Puts a directive away: it is neither shown nor worked on. Nothing is deleted; to remove its text see 'whetstone lessons forget'.",
  arguments: [{ name: "id", about: "The id of the directive.", required: true }],
  options: {
    reason: { type: "string", about: "Why. Needed." },
    by: { type: "string", value: "NAME", about: "The person who decides." },
  },
  examples: [
    {
      run: 'whetstone lessons retire directive-3f9a… --reason "…" --by maintainer',
      about: "Put a directive away:",
    },
  ],
  async run(context) {
    const { args, values, printer } = context;
    const result = await withWhetstone(context, (ws) =>
      ws.lessons.retire({ lesson: args.id, reason: values.reason ?? "", ...whoOf(values.by) }),
    );
    printer.result(result, (style) => directiveText(result, style));
  },
});
