import { defineCommand } from "../command.js";
import { readInput } from "../read-input.js";
import { withWhetstone } from "../with-whetstone.js";

const maxBytes = 131_072;

export const command = defineCommand({
  name: "plan",
  summary: "Print a planning prompt that carries what was learned",
  description: `Prints the prompt for planning a task: the task itself, the strategies with a track record in this project, and those to avoid because they mostly failed. With --strategy it also shows what failed before with that very strategy.

Every lesson it prints is recorded as shown, with the run or task it was shown to; that is what makes it possible to ask later whether showing it helped. Standard output holds the prompt and nothing else.`,
  arguments: [{ name: "task", about: "What is to be done, in words.", required: true }],
  options: {
    context: { type: "string", about: "Background for the task." },
    "context-file": {
      type: "string",
      value: "FILE",
      about: "Background from a file, or - for standard input.",
    },
    strategy: { type: "string", about: "The way of splitting the work that you have in mind." },
    "task-id": { type: "string", value: "ID", about: "The task's id, which its outcome will carry." },
    run: { type: "string", value: "ID", about: "The run's id." },
  },
  examples: [
    { run: 'whetstone plan "Add OAuth" --task-id bd-14', about: "The prompt for a task:" },
    { run: 'whetstone plan "Add OAuth" --strategy "Split by file type"', about: "Was this tried before?" },
    { run: 'whetstone plan "Add OAuth" --json | jq .shown', about: "Which lessons it showed:" },
  ],
  async run(context) {
    const { values, args, io, printer } = context;
    const file = values["context-file"];
    const background = file === undefined ? values.context : await readInput(file, io, maxBytes);
    const result = await withWhetstone(context, (ws) =>
      ws.plan({
        task: args.task,
        ...(background === undefined ? {} : { context: background }),
        ...(values.strategy === undefined ? {} : { strategy: values.strategy }),
        ...(values["task-id"] === undefined ? {} : { taskId: values["task-id"] }),
        ...(values.run === undefined ? {} : { run: values.run }),
      }),
    );
    printer.result(result, () => result.prompt);
  },
});
