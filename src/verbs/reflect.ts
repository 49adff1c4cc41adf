import * as z from "zod/mini";
import type { Values } from "../base/terminal/option-spec.js";
import { recordShown, shownBySuccess } from "../lessons/failure/learn-from-success.js";
import { readCall } from "../lessons/failure/read-call.js";
import { type AboutCall, recordFailure } from "../lessons/failure/record-failure.js";
import type { Reflection } from "../lessons/failure/rules/reflection/tool-call.js";
import { tellKnownFailure } from "../lessons/failure/tell-known-failure.js";
import { threadWith } from "../lessons/failure/thread-of.js";
import { textId } from "../log/events/envelope.js";
import { failureKinds, reflectionRecorded } from "../log/events/reflection.js";
import { sessionOf } from "../log/events/session-of.js";
import type { LedgerWriter } from "../log/store/ledger-writer.js";
import type { Context } from "./call/context.js";
import { envelopeInput } from "./call/envelope-input.js";
import { failOpen, failureOutput } from "./call/fail-open.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { phaseInput } from "./call/situation-input.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { isPaused } from "./overview/pause.js";
import { callFacts, callText, toolName } from "./parts/call-input.js";
import { numberOption } from "./parts/command-refusals.js";

const input = z.strictObject({
  tool: toolName,
  input: field(
    "The call's input: a shell command, the path of a file, or the arguments as text.",
    z._default(callText, ""),
  ),
  output: field("The output of the call.", z._default(callText, "")),
  facts: callFacts,
  phase: field("The phase of the work.", z.optional(phaseInput)),
  taskId: field("The task's id.", z.optional(textId)),
  ...envelopeInput,
});

const { shape } = reflectionRecorded.data;

const candidateOutput = z.strictObject({
  text: field("What failed and why.", z.string()),
  signature: field("The family of failures that it is one of.", z.string()),
  kind: field(
    "What failed: the call, a tool of the host for files, what somebody refused, or a call that printed nothing.",
    z.enum(failureKinds),
  ),
});

const output = z.strictObject({
  result: shape.result,
  by: field("Whether the host's own status or the text decided.", shape.by),
  because: field("The reason in words; 'timed out' when there was not enough time to look.", z.string()),
  candidate: field("The failure that was kept; null if nothing failed.", z.nullable(candidateOutput)),
  learned: field("What this call shows to work after a failure before it.", z.array(z.string())),
  told: field(
    "A text for the agent: how earlier sessions resolved the same failure. Empty if none did, or if " +
      "this run was shown it before.",
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
  description: `Classifies a finished tool call as success, partial, failure, blocked, skipped or \
inapplicable: by the host's own status (--exit-code, --error), or by the text if the host reports nothing. A \
failure is kept, and so is a later call of the run that works instead, unless a file was edited in between: \
then the work itself may have made the difference.

If an earlier session had the same failure and something worked, the answer quotes it, for the agent to read. \
A call that works after it failed before is noted: after two such sessions its lesson sleeps.

It never stops the caller.`,
  examples: [
    {
      run: 'npm test 2>&1 | whetstone reflect --tool Bash --input "npm test" --phase build',
      about: "A test run:",
    },
  ],
  caller: "anyone",
  hub: "agent",
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
      input: { about: "Its input: a command, a path." },
      phase: { value: "NAME" },
      run: { value: "ID", about: "The run's id." },
      taskId: { value: "ID" },
    },
    own: {
      "exit-code": { type: "string", value: "N", about: "Its exit code." },
      error: { type: "boolean", about: "The host reported an error." },
    },
    prepare: withFacts,
    render: ({ result, by, because, candidate, learned, told }, { bold }) => {
      const kept =
        candidate === null
          ? learned.map((text) => `\n  worked: ${text}`).join("")
          : `\n  kept: ${candidate.text}`;
      return `${bold(result)} (by ${by}: ${because})${kept}${told === "" ? "" : `\n  known: ${told}`}`;
    },
    run: command,
  },
  mcp: {
    tool: "reflect",
    description:
      "Report a finished tool call: a failure is kept for a lesson, and a known remedy is returned.",
    readOnly: false,
    short: {
      description: "Report a call that failed, facts {isError: true}: returns what worked before.",
      fields: ["tool", "input", "output", "facts"],
    },
    names: { taskId: "bead_id", run: "run_id" },
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
      learned: [],
      told: "",
      failed: outcome.failed,
    } as const;
  },
  /** Failures are written, and of what succeeds only what says something about a failure: most calls do not. */
  run: async (context, admitted, { deadline }) => {
    const read = readCall(context, admitted);
    const { reflection, seen, kind } = read;
    const about = callerFacts(context, admitted);
    if (kind === undefined) {
      const thread = threadWith(context, about, seen);
      if (seen.failed || seen.refused === true) return reflectResult(reflection);
      const shown = await context.ledger.read(
        (reader) => shownBySuccess(context, reader, thread, about),
        deadline.options,
      );
      if (shown.undone.length + shown.working.length > 0) {
        context.beforeWriting();
        await context.ledger.write((writer) => recordShown(writer, shown, about), deadline.options);
      }
      const pairs = shown.undone.flatMap(({ pair }) => pair ?? []);
      return { ...reflectResult(reflection), learned: pairs.map(({ worked }) => worked.text) };
    }
    context.beforeWriting();
    const { failure, told } = await context.ledger.write(async (writer) => {
      deadline.check();
      const failure = await recordFailure(context, writer, read, about);
      return { failure, told: await tell(context, writer, failure.signature, about) };
    }, deadline.options);
    threadWith(context, about, { ...seen, lesson: failure.lesson });
    const { text, signature } = failure;
    return { ...reflectResult(reflection), candidate: { text, signature, kind }, told };
  },
});

async function tell(
  context: Context,
  writer: LedgerWriter,
  signature: string,
  about: AboutCall,
): Promise<string> {
  if (await isPaused(context, writer, sessionOf({ ...about, data: about }))) return "";
  return tellKnownFailure(context, writer, signature, about);
}

function callerFacts(context: Context, { phase, taskId: task, ...given }: Admitted): AboutCall {
  const { run = context.run, actor = context.actor, origin = context.origin } = given;
  return { phase, task, run, actor, origin };
}

function withFacts(given: Readonly<Record<string, unknown>>, own: Values) {
  const exitCode = numberOption(own, "exit-code", "whole number");
  const facts = {
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(own.error === true ? { isError: true } : {}),
  };
  return Object.keys(facts).length === 0 ? given : { ...given, facts };
}

async function command(call: CommandCall<ReflectResult>) {
  const result = await call.run(call.input);
  if (result.failed !== undefined) call.printer.note(`Nothing was kept: ${result.failed.reason}`);
  return call.print(result);
}

function reflectResult({ result, by, because }: Reflection): ReflectResult {
  return { result, by, because, candidate: null, learned: [], told: "" };
}
