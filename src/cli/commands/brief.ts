import type { BriefInput, BriefResult } from "../../app/brief.js";
import { WhetstoneError } from "../../errors.js";
import { commaList } from "../comma-list.js";
import { defineCommand } from "../command.js";
import { readBytes } from "../read-input.js";
import { withWhetstone } from "../with-whetstone.js";

const maxBytes = 4_194_304;

export const command = defineCommand({
  name: "brief",
  summary: "Print what a role should know before it begins",
  description: `Prints the directives for a role and its tools, critical ones first and with the lines by which the agent says what became of each, and what the role keeps noticing in this project, with its track record: all within the role's budget of tokens: 800 for the roles whose task is to doubt (auditor, judge, sentinel), 500 for the others. What does not fit is replaced by a summary, or left out from the end.

What it prints is recorded as shown to the run. Give the run's id, or take the one that --json prints, and name it when you record what the role said: a role that repeats what it was shown confirms nothing.

It never fails the caller's work: when there is nothing to say, or something is wrong, it prints nothing to standard output, says why on standard error, and exits with 0. With --prompt it prints your prompt with the brief before it, byte for byte the same when there is nothing to say.`,
  arguments: [],
  options: {
    role: { type: "string", value: "NAME", about: "The role to brief. Needed." },
    task: { type: "string", about: "What is to be done, in words." },
    "task-id": { type: "string", value: "ID", about: "The task's id." },
    run: { type: "string", value: "ID", about: "The run's id." },
    phase: { type: "string", value: "NAME", about: "The phase of the work." },
    labels: { type: "string", value: "A,B", about: "Labels of the task, separated by commas." },
    files: { type: "string", value: "A,B", about: "Files it is about, separated by commas." },
    tools: { type: "string", value: "A,B", about: "Tools that the run is expected to use." },
    prompt: {
      type: "string",
      value: "FILE",
      about: "A prompt to put the brief before, or - for standard input.",
    },
    left: { type: "string", value: "TOKENS", about: "Room left in the prompt." },
  },
  examples: [
    {
      run: "whetstone brief --role judge --run r-14 --labels auth --files src/auth.ts --phase review",
      about: "What the judge should know:",
    },
    { run: "whetstone brief --role judge --json | jq .dropped", about: "What there was no room for:" },
  ],
  async run(context) {
    const { values, io, printer, globals } = context;
    const given =
      values.prompt === undefined
        ? undefined
        : await orNothing(() => readBytes(values.prompt ?? "-", io, mostBytes));
    if (given !== undefined && "failed" in given)
      printer.note(`The prompt cannot be read: ${given.failed.reason}`);
    const bytes = given !== undefined && "done" in given ? given.done : undefined;
    const prompt = bytes && textOf(bytes);
    const outcome = await orNothing(() => withWhetstone(context, (ws) => ws.brief(inputOf(values, prompt))));
    const result =
      "done" in outcome ? outcome.done : { ...nothing(values.role, prompt), failed: outcome.failed };
    if (result.failed !== undefined) printer.note(`No patterns this run: ${result.failed.reason}`);
    else if (result.text === "") printer.note("No patterns for this role yet.");
    if (globals.json) printer.result(result, () => "");
    // Not through the printer: a prompt comes out byte for byte, without a line break of ours.
    else if (bytes !== undefined)
      io.stdout.write(prompt === undefined || result.text === "" ? bytes : result.prompt);
    else printer.result(result, () => result.text);
  },
});

/** Far more than any prompt: what is piped in must come out again, or an agent would be asked nothing. */
const mostBytes = 1_073_741_824;

/** Undefined for what is no text, or too long to be a prompt of ours: it goes through as it is. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.length > maxBytes) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Nothing that goes wrong here may stop the caller: it is said, and the work goes on without a brief. */
async function orNothing<T>(
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly failed: NonNullable<BriefResult["failed"]> }> {
  try {
    return { done: await work() };
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    return { failed: { code: error.code, reason: error.message } };
  }
}

function nothing(role = "", prompt = ""): BriefResult {
  return {
    id: "",
    role,
    run: "",
    text: "",
    prompt,
    form: "nothing",
    tokens: 0,
    budgetTokens: 0,
    memory_queried: 0,
    patterns_found: 0,
    by: "words",
    model: null,
    shown: [],
    dropped: [],
  };
}

interface Values {
  readonly role: string | undefined;
  readonly task: string | undefined;
  readonly "task-id": string | undefined;
  readonly run: string | undefined;
  readonly phase: string | undefined;
  readonly labels: string | undefined;
  readonly files: string | undefined;
  readonly tools: string | undefined;
  readonly left: string | undefined;
}

function inputOf(values: Values, prompt: string | undefined): BriefInput {
  return {
    role: values.role ?? "",
    labels: commaList(values.labels),
    files: commaList(values.files),
    tools: commaList(values.tools),
    ...(values.task === undefined ? {} : { task: values.task }),
    ...(values["task-id"] === undefined ? {} : { taskId: values["task-id"] }),
    ...(values.run === undefined ? {} : { run: values.run }),
    ...(values.phase === undefined ? {} : { phase: values.phase }),
    ...(values.left === undefined ? {} : { leftTokens: Number(values.left) }),
    ...(prompt === undefined ? {} : { prompt }),
  };
}
