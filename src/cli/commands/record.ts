import type { RecordInput } from "../../app/record.js";
import { WhetstoneError } from "../../errors.js";
import { defineCommand } from "../command.js";
import { readInput } from "../read-input.js";
import { withWhetstone } from "../with-whetstone.js";

const maxBytes = 1_048_576;

export const command = defineCommand({
  name: "record",
  summary: "Record the outcome of a run",
  description: `Records how a run on a task ended. The outcome is scored by its own facts (success, duration, errors, retries) and credited to its strategy; a strategy that fails in most of its tries becomes an anti-pattern, which the next plan says to avoid.

The outcome is a JSON object from a file or from standard input, or it is given by options; an option wins over the same field of the object. Needed are result, durationMs, errorCount and retryCount: nothing is assumed to be zero.

Input that does not fit is refused with the name of the field; nothing of it is recorded. With a key, calling twice records once.`,
  usage: "[FILE] [options]",
  arguments: [{ name: "file", about: "A JSON file, or - for standard input.", value: "FILE" }],
  options: {
    result: { type: "string", choices: ["success", "partial", "failure"], about: "How it ended." },
    duration: {
      type: "string",
      value: "TIME",
      about: "How long it took: 250ms, 90s, 12m, 1.5h, or plain milliseconds.",
    },
    errors: { type: "string", value: "N", about: "How many errors it met." },
    retries: { type: "string", value: "N", about: "How often something was tried again." },
    task: { type: "string", value: "ID", about: "The task's id." },
    run: { type: "string", value: "ID", about: "The run's id." },
    strategy: { type: "string", about: "How the work was split, in words." },
    details: { type: "string", about: "What went wrong, in words." },
    cause: { type: "string", choices: ["task", "policy", "approval", "infra"], about: "What brought the end about." },
    key: { type: "string", about: "Records once, however often it is called with this key." },
  },
  examples: [
    {
      run: 'whetstone record --result failure --duration 35m --errors 3 --retries 1 --task bd-12 --strategy "Split by file type"',
      about: "A run that failed:",
    },
    { run: "whetstone record outcome.json", about: "From a file:" },
    {
      run: `echo '{"result":"success","durationMs":180000,"errorCount":0,"retryCount":0}' | whetstone record`,
      about: "From a pipe:",
    },
  ],
  async run(context) {
    const { values, args, io, printer } = context;
    const given = fromOptions(values);
    const wantsFile = args.file !== undefined || Object.keys(given).length === 0;
    const object = wantsFile ? parse(await readInput(args.file, io, maxBytes)) : {};
    const input =
      Array.isArray(object) || typeof object !== "object" || object === null ? object : { ...object, ...given };
    const result = await withWhetstone(context, (ws) => ws.record(input as RecordInput));
    printer.result(result, (style) =>
      [
        `${result.replayed ? "Known already" : "Recorded"} ${style.bold(result.outcome)} ${style.dim(`(event ${result.seq})`)}`,
        `  ${result.score.reasoning}`,
        ...(result.strategy === null ? [] : [`  credited to ${result.strategy}`]),
        ...(result.antiPattern === null ? [] : [style.yellow(`  which is an anti-pattern now: ${result.antiPattern}`)]),
      ].join("\n"),
    );
  },
});

interface Options {
  readonly result: string | undefined;
  readonly duration: string | undefined;
  readonly errors: string | undefined;
  readonly retries: string | undefined;
  readonly task: string | undefined;
  readonly run: string | undefined;
  readonly strategy: string | undefined;
  readonly details: string | undefined;
  readonly cause: string | undefined;
  readonly key: string | undefined;
}

/** The fields that options name, and no others. What is no number stays a text, and the schema refuses it by its field. */
function fromOptions(options: Options): Record<string, unknown> {
  const fields = {
    result: options.result,
    durationMs: options.duration === undefined ? undefined : milliseconds(options.duration),
    errorCount: numeric(options.errors),
    retryCount: numeric(options.retries),
    task: options.task,
    run: options.run,
    strategy: options.strategy,
    failureDetails: options.details,
    cause: options.cause,
    key: options.key,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function numeric(text: string | undefined): number | string | undefined {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

const unitsInMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function milliseconds(text: string): number {
  const [, number, unit = "ms"] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) * (unitsInMs[unit] ?? 1);
  throw new WhetstoneError("invalid_usage", `'${text}' is no duration`, {
    field: "duration",
    next: "write it like 250ms, 90s, 12m or 1.5h",
    values: { duration: text },
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WhetstoneError("invalid_input", `the outcome is not one JSON object: ${(cause as Error).message}`, {
      next: "see 'whetstone record --help' for an example",
      cause,
    });
  }
}
