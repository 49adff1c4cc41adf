import { WhetstoneError } from "../../base/errors.js";
import type { ExitCode } from "../../base/terminal/exit-code.js";
import { counted } from "../../base/text/counted.js";
import type { JsonLine } from "../../runs/formats/jsonl.js";
import { readSeedLine, type SeedLine } from "../../runs/formats/seed-lines.js";
import type { CommandCall } from "../frame/command-line.js";

type Call = Pick<CommandCall<never>, "call" | "printer" | "input">;

interface OtherLine {
  readonly line: number;
  readonly record: Exclude<SeedLine, { readonly as: "outcome" }>;
}

interface ReadLines {
  /** Outcomes, in the fields of 'record', and lines that cannot be read. */
  readonly lines: readonly JsonLine[];
  /** Feedback and errors of a swarm. */
  readonly others: readonly OtherLine[];
}

/** The lines with outcomes of a swarm or a governance service in our own fields; ours stay as they are. */
export async function withoutSeedLines({ call }: Call, given: readonly JsonLine[]): Promise<ReadLines> {
  const lines: JsonLine[] = [];
  const others: OtherLine[] = [];
  for (const each of given) {
    const record = "value" in each ? readLine(each) : undefined;
    if (record === undefined) lines.push(each);
    else if ("problem" in record) lines.push(record);
    else if (record.as === "outcome")
      lines.push({ line: each.line, value: await withFigures(call, record.input) });
    else others.push({ line: each.line, record });
  }
  return { lines, others };
}

function readLine({ line, value }: { readonly line: number; readonly value: unknown }) {
  try {
    return readSeedLine(value);
  } catch (error) {
    if (error instanceof WhetstoneError) return { line, problem: error.message };
    throw error;
  }
}

/** Defaults for a governed run: its errors are those on record, its duration is a neutral one. */
async function withFigures(call: Call["call"], outcome: Readonly<Record<string, unknown>>) {
  const { run, taskId = run, durationMs, errorCount } = outcome;
  if (run === undefined || (durationMs !== undefined && errorCount !== undefined)) return outcome;
  const { verb: stats } = await import("../errors-stats.js");
  const { verb: status } = await import("../status.js");
  const total = async () => (await call(stats, { taskId: String(taskId) })).total;
  const neutral = async () => {
    const { config = [] } = await call(status, { config: true });
    const summary = "The duration was not measured; a neutral one stands for it.";
    return { durationMs: config.find(({ path }) => path === "outcomes.fastBelowMs")?.value, summary };
  };
  return {
    ...(errorCount === undefined ? { errorCount: await total() } : {}),
    ...(durationMs === undefined ? await neutral() : {}),
    ...outcome,
  };
}

/** Records feedback and errors line by line, and then the outcomes among them. */
export async function recordSeedLines(
  { call, printer }: Call,
  { lines, others }: ReadLines,
  outcomes: (lines: readonly JsonLine[]) => Promise<ExitCode | undefined>,
): Promise<ExitCode | undefined> {
  const refused: { line: number; reason: string }[] = [];
  for (const { line, record } of others) {
    try {
      await (record.as === "feedback" ? recordFeedback(call, record) : recordError(call, record));
    } catch (error) {
      if (!(error instanceof WhetstoneError) || error.code !== "invalid_input") throw error;
      refused.push({ line, reason: error.message });
    }
  }
  const count = (as: string) => others.filter(({ record }) => record.as === as).length;
  const done = others.length - refused.length;
  printer.note(
    [
      `Recorded ${done} of ${counted(others.length, "line")} with feedback (${count("feedback")}) ` +
        `and errors (${count("error")}).`,
      ...refused.map(({ line, reason }) => `  line ${line}: ${reason}`),
    ].join("\n"),
  );
  const code = lines.length === 0 ? undefined : await outcomes(lines);
  if (lines.length === 0) printer.result({ recorded: done, refused }, () => "");
  return refused.length > 0 ? 2 : code;
}

async function recordFeedback(call: Call["call"], { input }: SeedLine): Promise<void> {
  const { verb } = await import("../feedback.js");
  await call(verb, input as never);
}

async function recordError(
  call: Call["call"],
  { input, resolved }: Extract<SeedLine, { readonly as: "error" }>,
): Promise<void> {
  const { verb } = await import("../errors-record.js");
  const { error, replayed } = await call(verb, input as never);
  if (!resolved || replayed) return;
  const { verb: resolve } = await import("../errors-resolve.js");
  await call(resolve, { error } as never);
}
