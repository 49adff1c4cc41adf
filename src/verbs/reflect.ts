import * as z from "zod/mini";
import type { Context } from "../app/context.js";
import { envelopeInput } from "../app/envelope-input.js";
import { failOpen, failureOutput } from "../app/fail-open.js";
import { field } from "../app/field.js";
import type { Immutable } from "../app/immutable.js";
import { phaseInput } from "../app/situation-input.js";
import { candidateOf, type InsightCandidate, withFix } from "../engines/reflection/candidates.js";
import { classifyToolCall } from "../engines/reflection/classify-tool-call.js";
import type { HostFacts, Reflection, ToolCall } from "../engines/reflection/tool-call.js";
import { textId } from "../events/envelope.js";
import { reflectionRecorded } from "../events/reflection.js";
import { phases } from "../projections/phases.js";
import type { WaitOptions } from "../store/ledger.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import type { Values } from "../terminal/option-spec.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";

const longText = z.string().check(z.maxLength(4_194_304));

const input = z.strictObject({
  tool: field("The tool, as its host names it.", z.string().check(z.minLength(1), z.maxLength(200))),
  input: field(
    "What it was given: the command of a shell, the path of a file, else the arguments as text.",
    z._default(longText, ""),
  ),
  output: field("What it answered.", z._default(longText, "")),
  facts: field(
    "What the host itself reports of the call.",
    z.optional(
      z.strictObject({
        isError: z.optional(z.boolean()),
        exitCode: z.optional(z.int()),
        rejected: z.optional(z.boolean()),
        hookBlocked: z.optional(z.boolean()),
        interrupted: z.optional(z.boolean()),
      }),
    ),
  ),
  phase: field("The phase of the work.", z.optional(phaseInput)),
  task: field("The task's id.", z.optional(textId)),
  ...envelopeInput,
});

const { shape } = reflectionRecorded.data;

const candidateOutput = z.strictObject({
  text: z.string(),
  signature: z.string(),
  fixedBy: field("What a later call was given that worked.", z.nullable(z.string())),
});

const output = z.strictObject({
  result: shape.result,
  by: field("Whether the host's own status or the text decided.", shape.by),
  because: field("The reason in words; 'timed out' when there was not enough time to look.", z.string()),
  candidate: field("The candidate for a lesson; null if there is none.", z.nullable(candidateOutput)),
  failed: field("Why nothing was kept, if something went wrong.", z.optional(failureOutput)),
});

type Admitted = z.output<typeof input>;
type ReflectResult = Immutable<z.output<typeof output>>;

export const verb = defineVerb({
  name: "reflect",
  group: "Called by agents",
  summary: "Learn from a finished tool call",
  description: `Classifies a tool call that is over: success, partial, failure, blocked, skipped or
inapplicable; by the host's own status first (--exit-code, --error), by the text only where the host reports
nothing. A failure is kept as a candidate for a lesson; when the phase ends, what failed more than once
becomes a directive that warns.

It never stops the caller.`,
  examples: [
    {
      run: 'npm test 2>&1 | whetstone reflect --tool Bash --input "npm test" --phase build',
      about: "A test run:",
    },
  ],
  caller: "anyone",
  input,
  output,
  cli: {
    arguments: ["output"],
    options: {
      output: {
        name: "file",
        value: "FILE",
        file: true,
        maxBytes: 16_777_216,
        about: "The output of the call; standard input if left out.",
      },
      tool: { value: "NAME" },
      input: { about: "What it was given: a command, a path." },
      phase: { value: "NAME" },
      run: { value: "ID", about: "The run's id." },
      task: { value: "ID" },
    },
    own: {
      "exit-code": { type: "string", value: "N", about: "Its exit code." },
      error: { type: "boolean", about: "The host calls it an error." },
    },
    prepare: withFacts,
    render: ({ result, by, because, candidate }, { bold }) => {
      const kept = candidate === null ? "" : `\n  kept: ${candidate.text}`;
      return `${bold(result)} (by ${by}: ${because})${kept}`;
    },
    run: command,
  },
  /** The limit is a brief's: a hook runs after every tool call, and the agent waits. */
  guard: async (context, _given, proceed) => {
    const outcome = await failOpen(context, "reflect", context.limits.briefMs, proceed);
    if ("done" in outcome) return outcome.done;
    const because = outcome.timedOut ? "timed out" : "it could not be looked at";
    return { result: "skipped", by: "text", because, candidate: null, failed: outcome.failed } as const;
  },
  /** Only what teaches something is written: most calls succeed. */
  run: async (context, admitted, { deadline }) => {
    const call = callOf(admitted);
    const reflection = classifyToolCall(call);
    const candidate = candidateOf(call, reflection);
    if (candidate === undefined) {
      const fix = await recordFix(context, admitted, call, reflection, deadline.options);
      return resultOf(reflection, fix);
    }
    context.beforeWriting();
    await context.ledger.write(async (writer) => {
      deadline.check();
      await record(context, writer, admitted, reflection, candidate);
    }, deadline.options);
    return resultOf(reflection, candidate);
  },
});

function withFacts(given: Readonly<Record<string, unknown>>, own: Values) {
  const facts = {
    ...(own["exit-code"] === undefined ? {} : { exitCode: Number(own["exit-code"]) }),
    ...(own.error === true ? { isError: true } : {}),
  };
  return Object.keys(facts).length === 0 ? given : { ...given, facts };
}

async function command(call: CommandCall<ReflectResult>) {
  const result = await call.run(call.input);
  if (result.failed !== undefined) call.printer.note(`Nothing was kept: ${result.failed.reason}`);
  return call.print(result);
}

function callOf({ tool, input: given, output: answer, facts }: Admitted): ToolCall {
  const known = Object.entries(facts ?? {}).filter(([, value]) => value !== undefined);
  return {
    tool,
    input: given,
    output: answer,
    ...(known.length === 0 ? {} : { facts: Object.fromEntries(known) as HostFacts }),
  };
}

async function record(
  context: Context,
  writer: LedgerWriter,
  {
    tool,
    input: given,
    phase,
    run = context.run,
    task,
    actor = context.actor,
    origin = context.origin,
  }: Admitted,
  { result, by, because }: Reflection,
  { text, signature, fixedBy }: InsightCandidate,
): Promise<void> {
  const data = {
    tool,
    result,
    by,
    because: because.slice(0, 500),
    phase,
    signature: signature.slice(0, 500),
    text: text.slice(0, 500),
    input: given.slice(0, 500),
    fixedBy: fixedBy?.slice(0, 500),
  };
  await writer.append({ type: "reflection-recorded", data, run, task, actor, origin });
}

/** A call that works right after the same one failed shows how it is done. */
async function recordFix(
  context: Context,
  admitted: Admitted,
  call: ToolCall,
  reflection: Reflection,
  options: WaitOptions,
): Promise<InsightCandidate | undefined> {
  const { phase } = admitted;
  if (phase === undefined || reflection.result !== "success") return undefined;
  const open = await context.ledger.read(
    (reader) => lastFailure(reader, phase, admitted.tool, admitted.run ?? context.run),
    options,
  );
  if (open === undefined) return undefined;
  const failed = { tool: open.tool, input: open.input, output: "" };
  const candidate = withFix(
    { text: open.text, signature: open.signature, source: { tool: open.tool, by: open.by } },
    failed,
    call,
    reflection,
  );
  if (candidate.fixedBy === undefined) return undefined;
  await context.ledger.write((writer) => record(context, writer, admitted, reflection, candidate), options);
  return candidate;
}

async function lastFailure(reader: LedgerReader, phase: string, tool: string, run: string | undefined) {
  const last = (await reader.row(phases, phase))?.candidates.at(-1);
  if (last === undefined) return undefined;
  const [event] = await reader.eventsAfter(last.seq - 1, 1);
  if (event?.type !== "reflection-recorded" || event.data.tool !== tool || event.run !== run)
    return undefined;
  const { text = "", signature = "", input: given = "", by, fixedBy } = event.data;
  return fixedBy === undefined ? { text, signature, tool, input: given, by } : undefined;
}

function resultOf(
  { result, by, because }: Reflection,
  candidate: InsightCandidate | undefined,
): ReflectResult {
  if (candidate === undefined) return { result, by, because, candidate: null };
  const { text, signature, fixedBy = null } = candidate;
  return { result, by, because, candidate: { text, signature, fixedBy } };
}
