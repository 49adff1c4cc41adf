import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "complete",
  summary: "Close the loop on a task: how it ended, and what that teaches",
  description: `Records the end of a task that was planned, whether it succeeded or failed. The duration is measured from the plan, the errors are counted from the error log, and the retries from the outcomes since the plan; nothing is assumed to be zero.

The outcome is credited to the strategies that you name, else to those of the plan, else to those that the summary tells of. With a key, calling twice records once.`,
  arguments: [{ name: "task", about: "The task's id.", required: true }],
  options: {
    failed: { type: "boolean", about: "It failed; without this it succeeded." },
    summary: { type: "string", about: "What was done, in words." },
    strategy: { type: "string", about: "How the work was split, in words." },
    file: { type: "string", value: "PATH", many: true, about: "A file that was touched." },
    adapter: { type: "string", value: "NAME", many: true, about: "An adapter that was used." },
    criterion: {
      type: "string",
      value: "NAME",
      many: true,
      about: "A criterion that the work was judged by.",
    },
    "failed-adapter": { type: "string", value: "NAME", about: "The adapter that failed." },
    "failure-type": { type: "string", value: "TYPE", about: "What kind of failure it was." },
    details: { type: "string", about: "What went wrong, in words." },
    "started-at": {
      type: "string",
      value: "TIME",
      about: "When the work began, if the task was not planned here.",
    },
    key: { type: "string", about: "Records once, however often it is called with this key." },
  },
  examples: [
    {
      run: 'whetstone complete bd-14 --summary "OAuth with Google, split by feature"',
      about: "It succeeded:",
    },
    {
      run: 'whetstone complete bd-14 --failed --adapter github --failure-type auth --details "no scope"',
      about: "It failed:",
    },
  ],
  async run(context) {
    const { args, values, printer } = context;
    const optional = {
      summary: values.summary,
      strategy: values.strategy,
      failedAdapter: values["failed-adapter"],
      failureType: values["failure-type"],
      failureDetails: values.details,
      startedAt: values["started-at"],
      key: values.key,
    };
    const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
    const result = await withWhetstone(context, (ws) =>
      ws.complete({
        task: args.task,
        success: !values.failed,
        filesTouched: [...values.file],
        adaptersUsed: [...values.adapter],
        criteria: [...values.criterion],
        ...given,
      }),
    );
    const { recordedText } = await import("../recorded-text.js");
    printer.result(result, (style) => recordedText(result, style));
  },
});
