import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";
import { directiveText, whoOf } from "./directive-change.js";

export const command = defineCommand({
  name: "set",
  summary: "Set the weight of a directive",
  description: `Sets how much weight a directive has: its priority, and whether it blocks or warns. It is also the way back from an escalation: a directive that was violated in two runs within 30 days becomes critical and enforced by itself, and only a person sets it back. Violations are counted anew from then on.`,
  arguments: [{ name: "id", about: "The id of the directive.", required: true }],
  options: {
    priority: { type: "string", choices: ["low", "medium", "high", "critical"], about: "The new priority." },
    enforcement: { type: "string", choices: ["warn", "enforce"], about: "Whether it blocks." },
    reason: { type: "string", about: "Why. Needed." },
    by: { type: "string", value: "NAME", about: "The person who decides. Needed." },
  },
  examples: [
    {
      run: 'whetstone lessons set directive-3f9a… --priority high --enforcement warn --reason "the tool changed" --by maintainer',
      about: "Back from an escalation:",
    },
  ],
  async run(context) {
    const { args, values, printer } = context;
    const result = await withWhetstone(context, (ws) =>
      ws.lessons.set({
        lesson: args.id,
        reason: values.reason ?? "",
        ...(values.priority === undefined ? {} : { priority: values.priority }),
        ...(values.enforcement === undefined ? {} : { enforcement: values.enforcement }),
        ...whoOf(values.by),
      }),
    );
    printer.result(result, (style) => directiveText(result, style));
  },
});
