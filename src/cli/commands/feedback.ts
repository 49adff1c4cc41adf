import { WhetstoneError } from "../../errors.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "feedback",
  summary: "Say how well a criterion serves",
  description: `Records what you think of a criterion, and prints what it weighs now. Outcomes that name a criterion say something about it by themselves; this is for what they cannot know. The value decays by half in 90 days; any feedback keeps a criterion from fading.`,
  arguments: [
    { name: "criterion", about: "Its name, such as type_safe.", required: true },
    { name: "type", about: "What it was.", required: true, choices: ["helpful", "neutral", "harmful"] },
  ],
  options: {
    value: { type: "string", value: "N", about: "How much, 0 to 1; 1 if left out." },
    note: { type: "string", about: "Why." },
    task: { type: "string", value: "ID", about: "The task it is about." },
    key: { type: "string", about: "Records once, however often it is called with this key." },
  },
  examples: [{ run: 'whetstone feedback type_safe helpful --note "it found the null"', about: "It served:" }],
  async run(context) {
    const { args, values, printer } = context;
    const { note, task, key } = values;
    const optional = Object.fromEntries(
      Object.entries({ note, task, key }).filter(([, text]) => text !== undefined),
    );
    const result = await withWhetstone(context, (ws) =>
      ws.feedback({
        criterion: args.criterion,
        type: args.type,
        value: share(values.value ?? "1"),
        ...optional,
      }),
    );
    printer.result(result, (style) =>
      result.deprecated
        ? `${style.bold(result.criterion)} is deprecated: it counts for nothing`
        : `${style.bold(result.criterion)} weighs ${result.weight}, effective ${result.effectiveWeight}`,
    );
  },
});

function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new WhetstoneError("invalid_usage", `option '--value' must be a number, not '${text}'`, {
    field: "value",
    next: "give a number from 0 to 1",
  });
}
