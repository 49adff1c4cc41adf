import * as z from "zod/mini";
import type { Context } from "../app/context.js";
import { envelopeInput } from "../app/envelope-input.js";
import { failOpen, failureOutput } from "../app/fail-open.js";
import { field } from "../app/field.js";
import type { Immutable } from "../app/immutable.js";
import { phaseInput } from "../app/situation-input.js";
import { compacted } from "../engines/failures/call-fields.js";
import { knownFailure, toldAtFailure } from "../engines/failures/known-failure.js";
import { masked } from "../engines/failures/mask.js";
import type { FailedCall, Remedy } from "../engines/failures/remedy.js";
import { remedyIn } from "../engines/failures/remedy-in.js";
import { failureId } from "../engines/failures/signature.js";
import { candidateOf, type InsightCandidate } from "../engines/reflection/candidates.js";
import { classifyToolCall } from "../engines/reflection/classify-tool-call.js";
import type { HostFacts, Reflection, ToolCall } from "../engines/reflection/tool-call.js";
import type { EventOf } from "../events/catalog.js";
import { textId } from "../events/envelope.js";
import { reflectionRecorded } from "../events/reflection.js";
import { motifRows } from "../projections/motifs.js";
import { phases } from "../projections/phases.js";
import { runs } from "../projections/runs.js";
import type { WaitOptions } from "../store/ledger.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import type { Values } from "../terminal/option-spec.js";
import { oneLine } from "../text/one-line.js";
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
  told: field(
    "What to tell the agent with the result: how earlier sessions undid the same failure. Empty when they " +
      "did not, or when this run was told before.",
    z.string(),
  ),
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
becomes a directive that warns. Failing tests, builds and lints of the code being written teach nothing.

When an earlier session had the same failure and undid it, the answer says how, for the agent to read.

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
    render: ({ result, by, because, candidate, told }, { bold }) => {
      const kept = candidate === null ? "" : `\n  kept: ${candidate.text}`;
      return `${bold(result)} (by ${by}: ${because})${kept}${told === "" ? "" : `\n  known: ${told}`}`;
    },
    run: command,
  },
  /** The limit is a brief's: a hook runs after every tool call, and the agent waits. */
  guard: async (context, _given, proceed) => {
    const outcome = await failOpen(context, "reflect", context.limits.briefMs, proceed);
    if ("done" in outcome) return outcome.done;
    const because = outcome.timedOut ? "timed out" : "it could not be looked at";
    return {
      result: "skipped",
      by: "text",
      because,
      candidate: null,
      told: "",
      failed: outcome.failed,
    } as const;
  },
  /** Only what teaches something is written: most calls succeed. */
  run: async (context, admitted, { deadline }) => {
    const call = callOf(admitted);
    const reflection = classifyToolCall(call);
    const found = candidateOf(call, reflection);
    if (found === undefined) {
      const fix = await recordFix(context, admitted, call, reflection, deadline.options);
      return resultOf(reflection, fix);
    }
    // Masked before anything is looked up by it: the log knows the failure by this.
    const candidate = { ...found, signature: masked(found.signature, context.places.root).slice(0, 500) };
    context.beforeWriting();
    const told = await context.ledger.write(async (writer) => {
      deadline.check();
      const known = await tellKnown(context, writer, admitted, candidate);
      await record(context, writer, admitted, reflection, candidate);
      return known;
    }, deadline.options);
    return { ...resultOf(reflection, candidate), told };
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
  { text, signature, failure: { kind, program, cause, named, suggested } }: InsightCandidate,
  remedy?: Remedy,
): Promise<void> {
  const written = (text: string, chars = 500) => masked(text, context.places.root).slice(0, chars);
  const data = {
    tool,
    result,
    by,
    because: because.slice(0, 500),
    phase,
    signature,
    kind,
    program: written(program, 200) || tool,
    cause: written(cause),
    named: written(named),
    ...(suggested.length === 0 ? {} : { suggested: suggested.map((each) => written(each)) }),
    text: written(text),
    input: written(compacted(given)),
    ...(remedy === undefined
      ? {}
      : {
          relation: remedy.relation,
          advice: written(remedy.advice),
          ...(remedy.relation === "instead" ? { fixedBy: written(oneLine(given, fixChars)) } : {}),
        }),
  };
  await writer.append({ type: "reflection-recorded", data, run, task, actor, origin });
}

/**
 * What earlier sessions know of this failure, as a line for the agent. Shown once to a run, and on record
 * before it is shown.
 */
async function tellKnown(
  context: Context,
  writer: LedgerWriter,
  { phase, task, run = context.run, actor = context.actor, origin = context.origin }: Admitted,
  { signature }: InsightCandidate,
): Promise<string> {
  const lesson = failureId(signature);
  const row = await writer.row(motifRows, lesson);
  const known = row === undefined ? undefined : knownFailure(row, task ?? phase);
  if (known === undefined || (await wasShown(writer, run, lesson))) return "";
  const text = toldAtFailure(known);
  const data = { lesson, verb: "reflect" as const, phase, text, probability: 1 };
  await writer.append({ type: "lesson-exposed", data, run, task, actor, origin });
  return text;
}

async function wasShown(reader: LedgerReader, run: string | undefined, lesson: string): Promise<boolean> {
  const shown = run === undefined ? undefined : (await reader.row(runs, run))?.shown;
  return shown?.some((each) => each.lesson === lesson) === true;
}

/** A call that works may show how to undo a failure before it. */
async function recordFix(
  context: Context,
  admitted: Admitted,
  call: ToolCall,
  reflection: Reflection,
  options: WaitOptions,
): Promise<InsightCandidate | undefined> {
  const { phase } = admitted;
  if (phase === undefined || reflection.result !== "success") return undefined;
  const run = admitted.run ?? context.run;
  const open = await context.ledger.read((reader) => openFailures(reader, phase, run), options);
  const found = open.flatMap((candidate) => {
    const remedy = remedyIn(candidate.failed, { ...call, input: masked(call.input, context.places.root) });
    return remedy === undefined || isKnown(candidate, remedy) ? [] : [{ candidate, remedy }];
  });
  if (found.length === 0) return undefined;
  await context.ledger.write(async (writer) => {
    for (const { candidate, remedy } of found)
      await record(context, writer, admitted, reflection, candidate, remedy);
  }, options);
  const proven = found.find(({ remedy }) => remedy.relation === "instead");
  return proven && { ...proven.candidate, fixedBy: oneLine(call.input, fixChars) };
}

const fixChars = 160;
/** A remedy comes within a few calls: older failures of a session are not looked at. */
const failuresLookedAt = 3;

interface OpenFailure extends InsightCandidate {
  readonly failed: FailedCall;
  /** Whether something was tried that may have undone it. */
  readonly tried: boolean;
}

/** That the failed call works again says something only after something was tried. */
function isKnown({ tried }: OpenFailure, { relation }: Remedy): boolean {
  return (relation === "again" && !tried) || (relation === "helps" && tried);
}

/** The newest failures of a run in a phase that no later call has undone. */
async function openFailures(
  reader: LedgerReader,
  phase: string,
  run: string | undefined,
): Promise<readonly OpenFailure[]> {
  const noted = (await reader.row(phases, phase))?.candidates ?? [];
  const open = new Map<string, OpenFailure>();
  for (const { seq } of noted.slice(-3 * failuresLookedAt)) {
    const [event] = await reader.eventsAfter(seq - 1, 1);
    if (event?.type !== "reflection-recorded" || event.run !== run) continue;
    const { signature = "", result, relation = "instead" } = event.data;
    const known = open.get(signature);
    if (result !== "success") open.set(signature, openFailure(event));
    else if (relation === "helps" && known !== undefined) open.set(signature, { ...known, tried: true });
    else open.delete(signature);
  }
  return [...open.values()].slice(-failuresLookedAt);
}

function openFailure({ data }: EventOf<"reflection-recorded">): OpenFailure {
  const { tool, by, text = "", signature = "", input: given = "" } = data;
  const { kind = "misuse", program = "", cause = "", named = "", suggested = [] } = data;
  const failure = { kind, program, cause, named, suggested };
  const failed = { ...failure, tool, input: given };
  return { text, signature, source: { tool, by }, failure, failed, tried: false };
}

function resultOf(
  { result, by, because }: Reflection,
  candidate: InsightCandidate | undefined,
): ReflectResult {
  if (candidate === undefined) return { result, by, because, candidate: null, told: "" };
  const { text, signature, fixedBy = null } = candidate;
  return { result, by, because, candidate: { text, signature, fixedBy }, told: "" };
}
