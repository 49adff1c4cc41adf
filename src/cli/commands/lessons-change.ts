import { type Command, defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

interface Change {
  readonly name: "promote" | "deprecate" | "reset";
  readonly summary: string;
  readonly description: string;
  readonly done: string;
}

/** Three verbs of one form: a lesson, a reason, and a new state that a person answers for. */
export function changeCommand({ name, summary, description, done }: Change): Command {
  return defineCommand({
    name,
    summary,
    description,
    arguments: [
      { name: "id", about: "The id of the lesson, from 'whetstone lessons list'.", required: true },
    ],
    options: {
      reason: { type: "string", about: "Why. Needed." },
      by: { type: "string", value: "NAME", about: "The person who decides. Needed to promote." },
    },
    examples: [{ run: `whetstone lessons ${name} strategy-8654dd93951d --reason "…"`, about: `${summary}:` }],
    async run(context) {
      const { args, values, printer } = context;
      const who = values.by === undefined ? {} : { actor: values.by, origin: "human" };
      const result = await withWhetstone(context, (ws) =>
        ws.lessons[name]({ lesson: args.id, reason: values.reason ?? "", ...who }),
      );
      printer.result(result, (style) => `${style.bold(result.lesson)} ${done}: it is ${result.state} now`);
    },
  });
}
