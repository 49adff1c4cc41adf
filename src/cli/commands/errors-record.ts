import { readInput } from "../../terminal/read-input.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

const maxBytes = 65_536;

export const command = defineCommand({
  name: "record",
  summary: "Record an error of a task",
  description: `Records that something went wrong in the course of a task. The type is read from the message unless you give it. 'whetstone errors context' turns the unresolved ones into a block for the retry prompt, and 'whetstone complete' counts them.`,
  arguments: [
    { name: "task", about: "The task's id.", required: true },
    { name: "message", about: "What went wrong; from standard input if left out." },
  ],
  options: {
    type: {
      type: "string",
      choices: ["validation", "timeout", "conflict", "tool_failure", "unknown"],
      about: "The type, where you know better than the message tells.",
    },
    tool: { type: "string", value: "NAME", about: "The tool that failed." },
    context: { type: "string", about: "What was being done." },
    run: { type: "string", value: "ID", about: "The run's id." },
    key: { type: "string", about: "Records once, however often it is called with this key." },
  },
  examples: [
    {
      run: 'whetstone errors record bd-12 "Type error in src/auth.ts" --tool typecheck',
      about: "One error:",
    },
    {
      run: "npm test 2>&1 | tail -5 | whetstone errors record bd-12",
      about: "The end of what a tool printed:",
    },
  ],
  async run(context) {
    const { args, values, io, printer } = context;
    const message = args.message ?? (await readInput(undefined, io, maxBytes)).trim().slice(0, 4_000);
    const result = await withWhetstone(context, (ws) =>
      ws.errors.record({
        task: args.task,
        message,
        ...(values.type === undefined ? {} : { errorType: values.type }),
        ...(values.tool === undefined ? {} : { toolName: values.tool }),
        ...(values.context === undefined ? {} : { context: values.context }),
        ...(values.run === undefined ? {} : { run: values.run }),
        ...(values.key === undefined ? {} : { key: values.key }),
      }),
    );
    printer.result(
      result,
      (style) => `Recorded ${style.bold(result.error)} (${result.type}) for ${result.task}`,
    );
  },
});
