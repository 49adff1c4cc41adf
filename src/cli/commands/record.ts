import type { RecordInput } from "../../app/record.js";
import type { OutcomeLine } from "../../app/record-many.js";
import { WhetstoneError } from "../../errors.js";
import { detectFormat } from "../../formats/detect.js";
import { readJsonLines } from "../../formats/jsonl.js";
import { type CommandContext, defineCommand } from "../command.js";
import { readInput } from "../read-input.js";
import { withWhetstone } from "../with-whetstone.js";

/** A year of outcomes; a mistaken path to a huge file must not fill the memory. */
const maxBytes = 268_435_456;

export const command = defineCommand({
  name: "record",
  summary: "Record the outcome of a run",
  description: `Records how a run on a task ended. The outcome is scored by its own facts (success, duration, errors, retries) and credited to its strategy; a strategy that fails in most of its tries becomes an anti-pattern, which the next plan says to avoid.

The outcome is a JSON object from a file or from standard input, or it is given by options; an option wins over the same field of the object. Needed are result, durationMs, errorCount and retryCount: nothing is assumed to be zero. Many outcomes come as JSON lines, or as a JSON array. A JUnit XML or SARIF report becomes one outcome, and its failures become errors of the task.

Input that does not fit is refused with the name of the field; nothing of it is recorded. Of many, the good ones are recorded, the bad ones are named by line, and the exit code is 2. With a key, calling twice records once.`,
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
    cause: {
      type: "string",
      choices: ["task", "policy", "approval", "infra"],
      about: "What brought the end about.",
    },
    adapter: { type: "string", value: "NAME", many: true, about: "An adapter that was used." },
    "failed-adapter": { type: "string", value: "NAME", about: "The adapter that failed." },
    criterion: {
      type: "string",
      value: "NAME",
      many: true,
      about: "A criterion that the work was judged by.",
    },
    "failure-type": { type: "string", value: "TYPE", about: "What kind of failure it was." },
    format: {
      type: "string",
      choices: ["json", "jsonl", "junit", "sarif"],
      about: "What the file is; found out if left out.",
    },
    key: { type: "string", about: "Records once, however often it is called with this key." },
  },
  examples: [
    {
      run: 'whetstone record --result failure --duration 35m --errors 3 --retries 1 --task bd-12 --strategy "Split by file type"',
      about: "A run that failed:",
    },
    { run: "whetstone record outcomes.jsonl", about: "Many, from a file:" },
    { run: "whetstone record junit.xml --task bd-12", about: "What a test runner wrote:" },
    {
      run: `echo '{"result":"success","durationMs":180000,"errorCount":0,"retryCount":0}' | whetstone record`,
      about: "From a pipe:",
    },
  ],
  async run(context) {
    const { values, args, io } = context;
    const given = fromOptions(values);
    if (args.file === undefined && given.result !== undefined) return one(context, given);
    const text = await readInput(args.file, io, maxBytes);
    const format = values.format ?? detectFormat(text, args.file);
    if (format === "junit" || format === "sarif") return fromReport(context, text, format, given);
    const lines = readJsonLines(text);
    const [first] = lines;
    if (first === undefined) throw unreadable("there is no outcome in the input");
    if (lines.length > 1)
      return many(
        context,
        lines.map((line) => ("value" in line ? { ...line, value: merged(line.value, given) } : line)),
      );
    if ("problem" in first) return unreadableLine(context, first);
    return one(context, merged(first.value, given));
  },
});

type RecordContext = CommandContext<unknown, unknown>;

async function one(context: RecordContext, input: unknown): Promise<undefined> {
  const result = await withWhetstone(context, (ws) => ws.record(input as RecordInput));
  const { recordedText } = await import("../recorded-text.js");
  context.printer.result(result, (style) => recordedText(result, style));
  return undefined;
}

async function many(context: RecordContext, lines: readonly OutcomeLine[]): Promise<2 | undefined> {
  const result = await withWhetstone(context, (ws) =>
    context.printer.progress("Recording", (update) => ws.recordMany(lines, update)),
  );
  context.printer.result(result, (style) => {
    const bad = result.refused.map(({ line, field, reason }) =>
      style.red(`  line ${line}: ${field === "" ? "" : `'${field}': `}${reason}`),
    );
    return [
      `Recorded ${result.recorded} of ${result.read} outcomes${result.replayed > 0 ? `, ${result.replayed} known already` : ""}, ${result.refused.length} refused.`,
      ...bad.slice(0, refusedShown),
      ...(bad.length > refusedShown
        ? [`  and ${bad.length - refusedShown} more; --json lists them all`]
        : []),
      ...result.antiPatterns.map((lesson) => style.yellow(`  to be avoided now: ${lesson}`)),
    ].join("\n");
  });
  return result.refused.length > 0 ? 2 : undefined;
}

const refusedShown = 20;

/**
 * A report of a test runner or an analyser: its failures are errors of the task, then the outcome follows.
 */
async function fromReport(
  context: RecordContext,
  text: string,
  format: "junit" | "sarif",
  given: Record<string, unknown>,
): Promise<undefined> {
  const { readJUnit } = await import("../../formats/junit.js");
  const { readSarif } = await import("../../formats/sarif.js");
  const { outcome, errors } = (format === "junit" ? readJUnit : readSarif)(text, { name: format });
  const result = await withWhetstone(context, (ws) =>
    ws.recordReport({ outcome: { ...outcome, ...given }, errors }),
  );
  const { recordedText } = await import("../recorded-text.js");
  context.printer.result(
    result,
    (style) => `${recordedText(result, style)}\n  errors recorded: ${errors.length}`,
  );
  return undefined;
}

/** Refused at the door like any other, so that it is on record. */
async function unreadableLine(
  context: RecordContext,
  line: { readonly line: number; readonly problem: string },
): Promise<never> {
  await withWhetstone(context, (ws) => ws.recordMany([line]));
  throw unreadable(`line ${line.line}: the outcome cannot be read: ${line.problem}`);
}

function unreadable(message: string): WhetstoneError {
  return new WhetstoneError("invalid_input", message, {
    next: "see 'whetstone record --help' for an example",
  });
}

/** Options win over the same fields of an object; what is no object is left for the door to refuse. */
function merged(value: unknown, given: Record<string, unknown>): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { ...value, ...given }
    : value;
}

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
  readonly adapter: readonly string[];
  readonly "failed-adapter": string | undefined;
  readonly criterion: readonly string[];
  readonly "failure-type": string | undefined;
}

/**
 * The fields that options name, and no others. What is no number stays a text, and the schema refuses it by
 * its field.
 */
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
    adaptersUsed: options.adapter.length === 0 ? undefined : options.adapter,
    failedAdapter: options["failed-adapter"],
    criteria: options.criterion.length === 0 ? undefined : options.criterion,
    failureType: options["failure-type"],
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
