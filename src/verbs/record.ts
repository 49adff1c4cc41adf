import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import type { ExitCode } from "../base/terminal/exit-code.js";
import { readInput } from "../base/terminal/read-input.js";
import { detectFormat } from "../runs/formats/detect.js";
import { type JsonLine, readJsonLines } from "../runs/formats/jsonl.js";
import { type RecordResult, recordInput, recordOne, recordOutput } from "../runs/record/record.js";
import { refuseFuture } from "./call/admit.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { durationOption, outcomeOptions } from "./parts/outcome-options.js";
import { recordedText } from "./parts/recorded-text.js";

/** A year of outcomes; a mistaken path to a huge file must not fill the memory. */
const maxBytes = 268_435_456;

export const verb = defineVerb({
  name: "record",
  group: "Called by agents",
  summary: "Record the outcome of a run",
  description: `Records how a run on a task ended. The outcome is scored by its own facts (success, \
duration, errors, retries) and credited to its strategy; a strategy that fails in most of its tries becomes \
an anti-pattern, which the next plan says to avoid.

The outcome is a JSON object from a file or from standard input, or it is given by options; an option \
overrides the same field of the object. The fields result, durationMs, errorCount and retryCount are \
required: nothing is assumed to be zero. Give many outcomes as JSON lines or as a JSON array. A JUnit XML or \
SARIF report becomes one outcome, and its failures become errors of the task.

Lines with the fields of a swarm (bead_id, duration_ms, success, …) or of a governance service (runId, \
postExecutionScore, failureDetails, …) are accepted too, and so are a swarm's feedback events and error \
entries. A run without a duration gets a neutral one, and the log says so.

Input that does not fit is refused with the name of the field, and nothing is recorded. When some of many \
outcomes do not fit, the others are recorded, the refused ones are listed by line, and the exit code is 2. \
With a key, calling twice records once.

Where WHETSTONE_HUB and WHETSTONE_KEY are set, as in a pipeline, the file is read here and recorded on that \
hub; nothing is kept on this machine.`,
  examples: [
    {
      run:
        "whetstone record --result failure --duration 35m --errors 3 --retries 1 --task-id bd-12 --strategy " +
        '"Split by file type"',
      about: "A run that failed:",
    },
    { run: "whetstone record outcomes.jsonl", about: "Many, from a file:" },
    { run: "tail -20 service/outcomes.jsonl | whetstone record", about: "What a governance service wrote:" },
    { run: "whetstone record junit.xml --task-id bd-12", about: "What a test runner wrote:" },
    {
      run: `echo '{"result":"success","durationMs":180000,"errorCount":0,"retryCount":0}' | whetstone record`,
      about: "From a pipe:",
    },
  ],
  words: ["outcome", "result", "track"],
  caller: "anyone",
  hub: "agent",
  input: recordInput,
  output: recordOutput,
  cli: {
    usage: "[FILE] [options]",
    ownArgument: { name: "file", about: "A JSON file, or - for standard input.", value: "FILE" },
    options: {
      ...outcomeOptions,
      durationMs: durationOption,
      errorCount: { name: "errors" },
      retryCount: { name: "retries" },
      taskId: { value: "ID" },
      at: { value: "TIME" },
    },
    own: {
      format: {
        type: "string",
        choices: ["json", "jsonl", "junit", "sarif"],
        about: "The format of the file; detected if left out.",
      },
    },
    onHub: true,
    render: recordedText,
    run: command,
  },
  mcp: {
    tool: "record_outcome",
    description: "Record how a run on a task ended, with figures of your own. complete counts them for you.",
    short: {
      description: "Record how a run ended, with figures of your own.",
      fields: [
        ...(["result", "durationMs", "errorCount", "retryCount", "taskId"] as const),
        ...(["filesTouched", "strategy", "failureType"] as const),
      ],
    },
    readOnly: false,
    fields: [
      "taskId",
      "durationMs",
      "errorCount",
      "retryCount",
      "result",
      "filesTouched",
      "strategy",
      "failureType",
      "failureDetails",
      "criteria",
      "adaptersUsed",
      "failedAdapter",
      "skillsUsed",
      "riskLevel",
      "rollbackOccurred",
      "humanOverride",
      "cause",
      "quality",
      "at",
      "key",
      "run",
    ],
    names: {
      taskId: "bead_id",
      failureType: "failure_mode",
      at: "timestamp",
      run: "run_id",
      result: "success",
    },
    replaced: { result: field("Whether it succeeded", z.boolean()) },
    extra: { partial: field("It is done in part, which is not a success", z.optional(z.boolean())) },
    prepare: ({ result, partial, ...fields }) => ({
      ...fields,
      result: partial === true ? "partial" : result === true ? "success" : "failure",
    }),
  },
  check: (context, { at }) => refuseFuture(context, at),
  run: async (context: Context, outcome) => {
    context.beforeWriting();
    return context.ledger.write((writer) => recordOne(context, writer, outcome));
  },
});

type RecordCall = CommandCall<Immutable<RecordResult>>;

/** Reads what the file holds, one outcome, many, or the report of another tool, and records it. */
async function command(call: RecordCall): Promise<ExitCode | undefined> {
  const { input, own, io } = call;
  const file = typeof own.file === "string" ? own.file : undefined;
  const hasOptions = Object.keys(input).length > 0;
  if (file === undefined && (input.result !== undefined || (hasOptions && io.atTerminal)))
    return call.print(await call.run(input));
  const text = await readInput(file, io, maxBytes);
  if (hasOptions && text.trim() === "") return call.print(await call.run(input));
  const format = own.format ?? detectFormat(text, file);
  if (format === "junit" || format === "sarif") return fromReport(call, text, format);
  const lines = readJsonLines(text);
  const { recordSeedLines, withoutSeedLines } = await import("./parts/record-seed-lines.js");
  const ours = await withoutSeedLines(call, lines);
  const [first] = ours.lines;
  if (ours.others.length > 0) return recordSeedLines(call, ours, (rest) => many(call, rest));
  if (first === undefined) throw unreadable("there is no outcome in the input");
  if (ours.lines.length > 1) return many(call, ours.lines);
  if ("problem" in first) return unreadableLine(call, first);
  return call.print(await call.call(verb, withOptions(first.value, input) as never));
}

async function many(
  { call, input, printer }: RecordCall,
  lines: readonly JsonLine[],
): Promise<ExitCode | undefined> {
  const { verb: recordMany } = await import("./record-many.js");
  const good = lines.flatMap((line) => ("value" in line ? [line] : []));
  const given = {
    outcomes: good.map(({ value }) => withOptions(value, input)),
    lines: good.map(({ line }) => line),
    unreadable: lines.flatMap((line) => ("problem" in line ? [line] : [])),
  };
  const result = await printer.progress("Recording", (onProgress) => call(recordMany, given, { onProgress }));
  printer.result(result, (style) => {
    const bad = result.refused.map(({ line, field, reason }) =>
      style.red(`  line ${line}: ${field === "" ? "" : `'${field}': `}${reason}`),
    );
    const known = result.replayed > 0 ? `, ${result.replayed} known already` : "";
    return [
      `Recorded ${result.recorded} of ${result.read} outcomes${known}, ${result.refused.length} refused.`,
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

/** Records the failures of a test or analyser report as errors of the task, then the outcome. */
async function fromReport(
  { call, input, printer }: RecordCall,
  text: string,
  format: "junit" | "sarif",
): Promise<undefined> {
  const { verb: recordReport } = await import("./record-report.js");
  const { readJUnit } = await import("../runs/formats/junit.js");
  const { readSarif } = await import("../runs/formats/sarif.js");
  const { outcome, errors } = (format === "junit" ? readJUnit : readSarif)(text, { name: format });
  const result = await call(recordReport, { outcome: { ...outcome, ...input }, errors: [...errors] });
  printer.result(result, (style) => `${recordedText(result, style)}\n  errors recorded: ${errors.length}`);
  return undefined;
}

/** Refused at the door like any other, so that it is on record. */
async function unreadableLine(
  { call }: RecordCall,
  line: { readonly line: number; readonly problem: string },
): Promise<never> {
  const { verb: recordMany } = await import("./record-many.js");
  await call(recordMany, { unreadable: [line] });
  throw unreadable(`line ${line.line}: the outcome cannot be read: ${line.problem}`);
}

function unreadable(message: string): WhetstoneError {
  return new WhetstoneError("invalid_input", message, {
    next: "see 'whetstone record --help' for an example",
  });
}

/** Options win over the same fields of an object; what is not an object is left for the verb to refuse. */
function withOptions(value: unknown, given: Readonly<Record<string, unknown>>): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { ...value, ...given }
    : value;
}
