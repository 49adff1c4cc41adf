import { readInput } from "../../terminal/read-input.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

const maxBytes = 16_777_216;

export const command = defineCommand({
  name: "reflect",
  summary: "Look at a tool call, and keep what it teaches",
  description: `Classifies a tool call that is over: success, partial, failure, blocked, skipped or inapplicable; from the host's own status first (--exit-code, --error), from the text only where the host says nothing. A failure is kept as a candidate for a lesson; when the phase ends, what failed more than once becomes a directive that warns.

It never fails the caller's work.`,
  arguments: [{ name: "file", about: "The output of the call; standard input if left out.", value: "FILE" }],
  options: {
    tool: { type: "string", value: "NAME", about: "The tool. Needed." },
    input: { type: "string", about: "What it was given: a command, a path." },
    "exit-code": { type: "string", value: "N", about: "Its exit code." },
    error: { type: "boolean", about: "The host calls it an error." },
    phase: { type: "string", value: "NAME", about: "The phase of the work." },
    run: { type: "string", value: "ID", about: "The run's id." },
    task: { type: "string", value: "ID", about: "The task's id." },
  },
  examples: [
    {
      run: 'npm test 2>&1 | whetstone reflect --tool Bash --input "npm test" --phase build',
      about: "A test run:",
    },
  ],
  async run(context) {
    const { args, values, io, printer } = context;
    const output = await readInput(args.file, io, maxBytes);
    const facts = {
      ...(values["exit-code"] === undefined ? {} : { exitCode: Number(values["exit-code"]) }),
      ...(values.error ? { isError: true } : {}),
    };
    const result = await withWhetstone(context, (ws) =>
      ws.reflect({
        tool: values.tool ?? "",
        output,
        ...(values.input === undefined ? {} : { input: values.input }),
        ...(Object.keys(facts).length === 0 ? {} : { facts }),
        ...(values.phase === undefined ? {} : { phase: values.phase }),
        ...(values.run === undefined ? {} : { run: values.run }),
        ...(values.task === undefined ? {} : { task: values.task }),
      }),
    );
    if (result.failed !== undefined) printer.note(`Nothing was kept: ${result.failed.reason}`);
    printer.result(result, (style) => {
      const kept = result.candidate === null ? "" : `\n  kept: ${result.candidate.text}`;
      return `${style.bold(result.result)} (by ${result.by}: ${result.because})${kept}`;
    });
  },
});
