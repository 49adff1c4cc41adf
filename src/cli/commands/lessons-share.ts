import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";
import { directiveText, whoOf } from "./directive-change.js";

export const command = defineCommand({
  name: "share",
  summary: "Copy a directive to another project, or from one",
  description: `Copies a directive to another project, or from one, with everything that makes it checkable and a note of where it came from. 'global' is your own set, which belongs to no project. Nothing crosses from project to project by itself.`,
  arguments: [{ name: "id", about: "The id of the directive.", required: true }],
  options: {
    to: { type: "string", value: "PROJECT", about: "The key of the project to copy it to, or 'global'." },
    from: { type: "string", value: "PROJECT", about: "The key of the project to copy it from, or 'global'." },
    by: { type: "string", value: "NAME", about: "The person who decides. Needed." },
  },
  examples: [
    {
      run: "whetstone lessons share directive-3f9a… --to global --by maintainer",
      about: "Keep it for all projects:",
    },
    {
      run: "whetstone lessons share directive-3f9a… --from global --by maintainer",
      about: "Take it into this one:",
    },
  ],
  async run(context) {
    const { args, values, printer } = context;
    const result = await withWhetstone(context, (ws) =>
      ws.lessons.share({
        lesson: args.id,
        ...(values.to === undefined ? {} : { to: values.to }),
        ...(values.from === undefined ? {} : { from: values.from }),
        ...whoOf(values.by),
      }),
    );
    printer.result(result, (style) => `${result.from} → ${result.to}: ${directiveText(result, style)}`);
  },
});
