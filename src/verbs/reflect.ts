import * as z from "zod/mini";
import type { Context } from "../app/context.js";
import { envelopeInput } from "../app/envelope-input.js";
import { failOpen, failureOutput } from "../app/fail-open.js";
import { learnFromSuccess } from "../app/failures/learn-from-success.js";
import { readCall } from "../app/failures/read-call.js";
import { type AboutCall, knownAs, recordFailure } from "../app/failures/record-failure.js";
import { tellKnownFailure } from "../app/failures/tell-known-failure.js";
import { field } from "../app/field.js";
import type { Immutable } from "../app/immutable.js";
import { phaseInput } from "../app/situation-input.js";
import type { Values } from "../base/terminal/option-spec.js";
import { mayTeach } from "../engines/failures/failure-state.js";
import type { InsightCandidate } from "../engines/reflection/candidates.js";
import type { Reflection } from "../engines/reflection/tool-call.js";
import { textId } from "../log/events/envelope.js";
import { failureKinds, reflectionRecorded } from "../log/events/reflection.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
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
  task: field("The task's id.", z.optional(textId)),
  ...envelopeInput,
});

const { shape } = reflectionRecorded.data;

const candidateOutput = z.strictObject({
  text: z.string(),
  signature: z.string(),
  kind: field("What kind of failure it is.", z.enum(failureKinds)),
  fixedBy: field("The input of a later call that worked.", z.nullable(z.string())),
});

const output = z.strictObject({
  result: shape.result,
  by: field("Whether the host's own status or the text decided.", shape.by),
  because: field("The reason in words; 'timed out' when there was not enough time to look.", z.string()),
  candidate: field("The candidate for a lesson; null if there is none.", z.nullable(candidateOutput)),
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
failure is kept; one that happened in two sessions, or twice in one with a proven remedy, becomes an active \
failure lesson. Failing tests, builds and lints of the code being written are counted and teach nothing.

If an earlier session had the same failure and resolved it, the answer says how, for the agent to read. A \
call that works after it failed before is noted: after two such sessions its lesson sleeps.

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
      task: { value: "ID" },
    },
    own: {
      "exit-code": { type: "string", value: "N", about: "Its exit code." },
      error: { type: "boolean", about: "The host reported an error." },
    },
    prepare: withFacts,
    render: ({ result, by, because, candidate, told }, { bold }) => {
      const verb = result === "success" ? "undid" : "kept";
      const kept = candidate === null ? "" : `\n  ${verb}: ${candidate.text}`;
      return `${bold(result)} (by ${by}: ${because})${kept}${told === "" ? "" : `\n  known: ${told}`}`;
    },
    run: command,
  },
  mcp: {
    tool: "reflect",
    description:
      "Report a finished tool call: a failure is kept for a lesson, and a known remedy is returned.",
    readOnly: false,
    names: { task: "bead_id", run: "run_id" },
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
  /** Failures are written, and of what succeeds only what says something about a failure: most calls do not. */
  run: async (context, admitted, { deadline }) => {
    const { call, reflection, candidate: found } = readCall(context, admitted);
    const about = callerFacts(context, admitted);
    if (found === undefined) {
      const succeeded = reflection.result === "success";
      const fix = succeeded
        ? await learnFromSuccess(context, call, reflection, about, deadline.options)
        : undefined;
      return reflectResult(reflection, fix);
    }
    context.beforeWriting();
    const told = await context.ledger.write(async (writer) => {
      deadline.check();
      const candidate = await knownAs(writer, found);
      await recordFailure(context, writer, { call, reflection, candidate }, about);
      return tellKnownFailure(context, writer, candidate.signature, about);
    }, deadline.options);
    return { ...reflectResult(reflection, mayTeach(found.failure.kind) ? found : undefined), told };
  },
});

function callerFacts(context: Context, { phase, task, ...given }: Admitted): AboutCall {
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

function reflectResult(
  { result, by, because }: Reflection,
  candidate: InsightCandidate | undefined,
): ReflectResult {
  if (candidate === undefined) return { result, by, because, candidate: null, told: "" };
  const { text, signature, failure, fixedBy = null } = candidate;
  return { result, by, because, candidate: { text, signature, kind: failure.kind, fixedBy }, told: "" };
}
