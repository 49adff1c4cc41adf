import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "relax",
  summary: "Review what was learned of an adapter and relax its policy",
  description: `Starts the learned policy of an adapter again from what the rule says now. Learning tightens by itself; only a person loosens, with a name and a reason, and the log keeps both. It shows what will change and asks first.`,
  arguments: [{ name: "adapter", about: "The adapter's name.", required: true }],
  options: {
    by: { type: "string", value: "NAME", about: "Who decides. Needed." },
    reason: { type: "string", about: "Why. Needed." },
    yes: { type: "boolean", short: "y", about: "Do not ask." },
    "dry-run": { type: "boolean", about: "Only show what would change." },
  },
  examples: [
    { run: "whetstone relax github --dry-run", about: "What a review would change:" },
    { run: 'whetstone relax github --by maintainer --reason "the token was renewed"', about: "Relax it:" },
  ],
  exits: { 1: "You answered no. Nothing was changed." },
  async run(context) {
    const { args, values, printer } = context;
    return withWhetstone(context, async (ws) => {
      const preview = await ws.policy.previewRelax(args.adapter);
      const lines = preview.changes.map(({ field, from, to }) => `  ${field}: ${from} → ${to}`);
      const diff =
        lines.length === 0
          ? `Nothing of the policy of ${preview.adapter} would change.`
          : `The policy of ${preview.adapter}:\n${lines.join("\n")}`;
      if (values["dry-run"]) {
        printer.result(preview, () => diff);
        return undefined;
      }
      printer.note(diff);
      if (!values.yes && !(await printer.confirm("Relax it?"))) {
        printer.note("Nothing was changed.");
        return 1;
      }
      const result = await ws.policy.relax({
        adapter: args.adapter,
        by: values.by ?? "",
        reason: values.reason ?? "",
      });
      printer.result(result, (style) =>
        lines.length === 0
          ? `Reviewed ${style.bold(result.adapter)}: its policy is what the rule says`
          : `Relaxed ${style.bold(result.adapter)}: its policy is what the rule says now`,
      );
      return undefined;
    });
  },
});
