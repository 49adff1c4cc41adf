import type { DeliberateResult } from "../../app/deliberate.js";
import { WhetstoneError } from "../../errors.js";
import { readInput } from "../../terminal/read-input.js";
import type { Style } from "../../terminal/style.js";
import { oneLine } from "../../text/one-line.js";
import { commaList } from "../comma-list.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

const maxBytes = 4_194_304;
const textChars = 100;

export const command = defineCommand({
  name: "deliberate",
  summary: "Record what a role thought, and keep what may be of use again",
  description: `Records the answer of a role (an auditor's challenge, a judge's reading of a diff) and takes insights from it: the items of its section "Accumulated Patterns" if it has one, else the sentences that assert something reusable. Greetings, status lines and code are left out.

What the role was shown in the same run and only repeats confirms nothing, so give the run that its brief named. The id that is printed is what a validator's verdict refers to.

An agent is never stopped: if the store cannot be written, a note says what was lost, and the exit code is 0. Input that does not fit is refused with exit code 2.`,
  arguments: [{ name: "file", about: "The answer; standard input if left out.", value: "FILE" }],
  options: {
    role: { type: "string", value: "NAME", about: "The role that answered. Needed." },
    task: { type: "string", value: "ID", about: "The task's id." },
    run: { type: "string", value: "ID", about: "The run's id, as its brief named it." },
    phase: { type: "string", value: "NAME", about: "The phase of the work." },
    labels: { type: "string", value: "A,B", about: "Labels of the task, separated by commas." },
    files: { type: "string", value: "A,B", about: "Files it is about, separated by commas." },
    evidence: {
      type: "string",
      value: "FILE",
      about: "What it was based on: outputs of commands, places in files.",
    },
    model: { type: "string", value: "NAME", about: "The model that answered." },
    key: { type: "string", about: "Records once, however often it is called with this key." },
  },
  examples: [
    {
      run: "whetstone deliberate judge.md --role judge --run r-14 --task bd-12 --labels auth --files src/auth.ts",
      about: "What the judge wrote:",
    },
    { run: "claude -p '…' | whetstone deliberate --role auditor --run r-14", about: "From a pipe:" },
  ],
  async run(context) {
    const { values, args, io, printer } = context;
    const text = await readInput(args.file, io, maxBytes);
    const evidence =
      values.evidence === undefined ? undefined : await readInput(values.evidence, io, maxBytes);
    const result = await withWhetstone(context, (ws) =>
      ws.deliberate({
        role: values.role ?? "",
        text,
        labels: commaList(values.labels),
        files: commaList(values.files),
        ...(values.task === undefined ? {} : { task: values.task }),
        ...(values.run === undefined ? {} : { run: values.run }),
        ...(values.phase === undefined ? {} : { phase: values.phase }),
        ...(values.model === undefined ? {} : { model: values.model }),
        ...(values.key === undefined ? {} : { key: values.key }),
        ...(evidence === undefined ? {} : { evidence }),
      }),
    );
    if (result.failed?.code === "invalid_input")
      throw new WhetstoneError("invalid_input", result.failed.reason, {
        next: "see 'whetstone deliberate --help'",
      });
    if (result.failed !== undefined) printer.note(`Nothing was recorded: ${result.failed.reason}`);
    printer.result(result, (style) => render(result, style));
  },
});

function render({ deliberation, insights, noise, failed, replayed }: DeliberateResult, style: Style): string {
  if (failed !== undefined) return "No insights this run.";
  const lines = insights.flatMap((each) => [
    `  ${style.bold(each.lesson)} ${each.echo ? style.dim("echo") : style.green(each.state)} ${oneLine(each.text, textChars)}${each.merged ? style.dim(" (known in other words)") : ""}`,
    ...(each.contradicts === null ? [] : [style.yellow(`    it says the opposite of ${each.contradicts}`)]),
  ]);
  const count = insights.length === 1 ? "1 insight" : `${insights.length} insights`;
  return [
    `${replayed ? "Known already" : "Recorded"}: deliberation ${style.bold(deliberation)}, ${count}, ${noise} left out as noise`,
    ...lines,
  ].join("\n");
}
