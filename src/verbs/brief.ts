import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import { readBytes } from "../base/terminal/read-input.js";
import { makeBrief, previewBrief, topicOf } from "../lessons/brief/make-brief.js";
import type { BriefCaller } from "../lessons/brief/record-brief.js";
import { ensurePhase } from "../lessons/directive/gate/begin-phase.js";
import { budgetFor } from "../lessons/insight/rules/render-insights.js";
import { answeredBy, answeredByOutput, findSimilarToBrief } from "../lessons/search/find-similar.js";
import { textId } from "../log/events/envelope.js";
import { sessionOf } from "../log/events/session-of.js";
import type { Context } from "./call/context.js";
import { envelopeInput } from "./call/envelope-input.js";
import { type Failure, failOpen, failureOutput, loadSearch, textOrEmpty } from "./call/fail-open.js";
import { field, verbatimField } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { roleInput, situationInput } from "./call/situation-input.js";
import type { CommandCall } from "./frame/command-line.js";
import { type Call, defineVerb } from "./frame/define-verb.js";
import { nameSession } from "./overview/name-session.js";
import { isPaused } from "./overview/pause.js";
import { codingAgent } from "./parts/coding-agent.js";
import { withOption } from "./parts/command-refusals.js";

const promptBytes = 4_194_304;
const tool = z.string().check(z.minLength(1), z.maxLength(200));

const input = z.strictObject({
  role: field("The role to brief, such as coder or reviewer.", roleInput),
  task: field("What is to be done, in words.", z.optional(z.string().check(z.maxLength(20_000)))),
  taskId: field("The task's id.", z.optional(textId)),
  tools: field(
    "Tools that the run is expected to use: rules are scoped to them too.",
    z._default(z.array(tool).check(z.maxLength(100)), []),
  ),
  phase: field("The phase of the work.", situationInput.phase),
  labels: field("Labels of the task.", situationInput.labels),
  files: field("Files that it is about.", situationInput.files),
  prompt: verbatimField(
    "The prompt to put the brief into; it is returned with the brief before it.",
    z.optional(z.string().check(z.maxLength(promptBytes))),
  ),
  leftTokens: field("Room left in the prompt, in tokens.", z.optional(z.int().check(z.nonnegative()))),
  maxBytes: field(
    "The largest size of the blocks, in bytes: some hosts cut longer texts.",
    z.optional(z.int().check(z.positive())),
  ),
  fresh: field("Leave out what this run was shown before.", z._default(z.boolean(), false)),
  without: field(
    "Lessons to leave out, such as a rule that the person states in this very prompt.",
    z._default(z.array(textId).check(z.maxLength(100)), []),
  ),
  preview: field(
    "Only show what a session that begins now would be shown: nothing is recorded.",
    z._default(z.boolean(), false),
  ),
  moment: field(
    "When the brief is made: as a session or an agent starts, at a prompt, or on request (brief). At a " +
      "prompt after the first brief of a run, only lessons about the task are shown.",
    z._default(z.enum(["start", "prompt", "agent", "brief"]), "brief"),
  ),
  host: field(
    "The coding agent that asks, such as codex. Lessons that its instruction files state are left out.",
    z.optional(textId),
  ),
  folder: field(
    "The folder that the agent works in. Lessons that its instruction files there state are left out too.",
    z.optional(z.string().check(z.minLength(1), z.maxLength(4_096))),
  ),
  ...envelopeInput,
});

const shownLesson = z.strictObject({
  lesson: z.string(),
  kind: z.enum(["directive", "insight", "failure", "pattern"]),
  text: z.string(),
  exposure: z.string(),
  score: field("The score of an insight here; null for other lessons.", z.nullable(z.number())),
  shortId: field(
    "The short id for an acknowledgement or a verdict; null for lessons that need none.",
    z.nullable(z.string()),
  ),
});

const output = z.strictObject({
  id: field("Empty when the brief could not be made.", z.string()),
  role: z.string(),
  run: field(
    "The run it was shown in: the caller's, or one named after the brief. Deliberations of the same run " +
      "name it too.",
    z.string(),
  ),
  text: field("The blocks for the prompt; empty when there is nothing to show.", z.string()),
  prompt: field("The caller's prompt after the blocks; unchanged when there is nothing to show.", z.string()),
  form: field("How the insights are shown.", z.enum(["full", "summary", "best", "nothing"])),
  tokens: z.int(),
  budgetTokens: z.int(),
  memory_queried: field("How many lessons were considered.", z.int()),
  patterns_found: z.int(),
  ...answeredByOutput,
  shown: field("The lessons in the blocks, each with the id of its exposure.", z.array(shownLesson)),
  dropped: field("Lessons that did not fit.", z.array(z.string())),
  paused: field("Nothing is shown: a person paused lessons.", z.optional(z.boolean())),
  failed: field("Why there are no lessons, if something went wrong.", z.optional(failureOutput)),
});

type BriefResult = Immutable<z.output<typeof output>>;

export const verb = defineVerb({
  name: "brief",
  group: "Called by agents",
  summary: "Print what a role should know before it begins",
  description: `Prints a brief for a role, in this order: the rules for the role and its tools, \
critical ones first, each with the line that acknowledges it; the role's insights with their track record; \
up to three calls that keep failing here, with their remedies; the failure patterns of the tools and \
services that the task or the tools name; and, quoted as unconfirmed data, proposals of agents and tools. A \
reviewer also gets the rules of the phase to verify, and a validator the findings of the task to judge, \
each with its id.

A brief has a budget of tokens: 800 for auditor, judge and sentinel, 500 for other roles. Lessons that do \
not fit are replaced by a summary, or left out from the end.

With --preview it prints what a session that begins now would be shown, and records nothing; a lesson on trial may \
still be held out of that session.

Otherwise everything it prints is recorded as shown to the run. Give --run, or take the run that --json prints, and \
name it when you record the role's answer: repeating a lesson that was shown confirms nothing.

It never stops the caller: if there is nothing to show, or an error occurs, standard output is empty, \
standard error has the reason, and the exit code is 0. With --prompt it prints your prompt after the brief, \
or the prompt alone if there is no brief.`,
  examples: [
    { run: "whetstone brief --preview", about: "What would my next session be shown?" },
    {
      run: "whetstone brief --role judge --run r-14 --labels auth --files src/auth.ts --phase review",
      about: "What the judge should know:",
    },
    { run: "whetstone brief --role judge --json | jq .dropped", about: "Lessons that did not fit:" },
  ],
  caller: "anyone",
  hub: "agent",
  input,
  output,
  cli: {
    options: {
      role: { value: "NAME" },
      taskId: { value: "ID" },
      run: { value: "ID" },
      moment: false,
      phase: { value: "NAME" },
      labels: { value: "A,B", commas: true, about: "Labels of the task, separated by commas." },
      files: { value: "A,B", commas: true, about: "Files it is about, separated by commas." },
      tools: { value: "A,B", commas: true, about: "Tools that the run is expected to use." },
      host: { value: "NAME" },
      folder: { value: "DIR" },
      leftTokens: { name: "left", value: "TOKENS" },
      prompt: false,
    },
    own: {
      prompt: {
        type: "string",
        value: "FILE",
        about: "A prompt to put the brief before, or - for standard input.",
      },
    },
    prepare: (given) =>
      given.preview === true ? { ...codingAgent, ...given } : withOption(given, "role", "--role coder"),
    render: ({ text }) => text,
    run: command,
  },
  mcp: {
    tool: "brief",
    description:
      "What a role should know before it begins: rules to follow and acknowledge, and what the role " +
      "keeps noticing.",
    readOnly: false,
    fields: ["role", "task", "taskId", "tools", "files", "labels", "phase", "prompt", "leftTokens", "run"],
    names: { taskId: "bead_id", run: "run_id" },
  },
  /** Never waits longer than its limit: without lessons the agent goes on as it would have anyway. */
  guard: async (context, given, proceed) => {
    const load = hasTopic(given) ? () => loadSearch(context) : undefined;
    const outcome = await failOpen(context, "brief", context.limits.briefMs, proceed, load);
    if ("done" in outcome) return outcome.done;
    if (outcome.timedOut) await beginLostPhase(context, given);
    return noBrief(context, given, outcome.failed);
  },
  run: async (context, admitted, { deadline }) => {
    const { phase, preview, role, run: own = context.run, prompt } = admitted;
    const caller = callerOf(context, admitted);
    if (preview) return previewOf(context, admitted, caller, deadline);
    if (phase !== undefined) await ensurePhase(context, phase, caller, deadline.options);
    const session = sessionOf({ ...caller, data: { phase } });
    const { host, task, actor = context.actor } = admitted;
    // Only a host passes a prompt on as it was typed.
    if (session !== undefined && host !== undefined && task !== undefined)
      await nameSession(context, { session, text: task, actor }, deadline.options);
    if (await context.ledger.read((reader) => isPaused(context, reader, session), deadline.options))
      return { ...emptyBrief(role, own, prompt), paused: true };
    const like = await findSimilarToBrief(context, topicOf(admitted), deadline);
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      deadline.check();
      const result = await makeBrief(context, writer, admitted, caller, like);
      deadline.check();
      return result;
    }, deadline.options);
  },
});

async function previewOf(
  context: Context,
  admitted: z.output<typeof input>,
  caller: BriefCaller,
  deadline: Call["deadline"],
): Promise<BriefResult> {
  const like = await findSimilarToBrief(context, topicOf(admitted), deadline);
  const request = { ...admitted, moment: "start" as const };
  return context.ledger.read(async (reader) => {
    const brief = await previewBrief(context, reader, request, caller, like);
    return { ...brief, ...((await isPaused(context, reader, undefined)) ? { paused: true } : {}) };
  }, deadline.options);
}

function callerOf(
  context: Context,
  { actor, origin, taskId, run }: Pick<z.output<typeof input>, "actor" | "origin" | "taskId" | "run">,
): BriefCaller {
  return {
    actor: actor ?? context.actor,
    origin: origin ?? context.origin,
    task: taskId,
    run: run ?? context.run,
  };
}

/** Whether there is anything to compare lessons with, in input that was not checked yet. */
function hasTopic(given: unknown): boolean {
  const { task, labels, files } = Object(given) as Partial<z.input<typeof input>>;
  return textOrEmpty(() => [task, ...(labels ?? []), ...(files ?? [])].join("")) !== "";
}

/** Records the phase of a brief that came too late, so that the gate knows it. */
async function beginLostPhase(context: Context, given: unknown): Promise<void> {
  const phase = textOrEmpty(() => (given as Partial<z.input<typeof input>>).phase);
  if (phase === "") return;
  const { actor, origin, run } = context;
  await failOpen(context, "begin-phase", context.limits.captureMs, ({ options }) =>
    ensurePhase(context, phase, { actor, origin, run, task: undefined }, options),
  );
}

/** Far more than any prompt: what is piped in must come out again, or an agent would be asked nothing. */
const mostBytes = 1_073_741_824;

/** Prints nothing but a brief or the caller's own prompt, whatever goes wrong. */
async function command(call: CommandCall<BriefResult>): Promise<undefined> {
  const { input: given, own, json, printer, io } = call;
  const { prompt: file } = own;
  const read = typeof file === "string" ? await attempt(() => readBytes(file, io, mostBytes)) : undefined;
  if (read !== undefined && "failed" in read)
    printer.note(`The prompt cannot be read: ${read.failed.reason}`);
  const bytes = read !== undefined && "done" in read ? read.done : undefined;
  const prompt = bytes && textOf(bytes);
  const made = await attempt(() => call.run({ ...given, ...(prompt === undefined ? {} : { prompt }) }));
  const result =
    "done" in made ? made.done : { ...emptyBrief(given.role, given.run, prompt), failed: made.failed };
  if (result.failed !== undefined) printer.note(`No patterns this run: ${result.failed.reason}`);
  else if (result.paused === true) printer.note("Lessons are paused; 'whetstone resume' ends that.");
  else if (result.text === "") printer.note("No lessons for this role yet.");
  // The prompt is printed unchanged, without an added line break.
  if (bytes !== undefined && !json)
    io.stdout.write(prompt === undefined || result.text === "" ? bytes : result.prompt);
  else printer.result(result, () => result.text);
}

/** Undefined for what is not text, or too long to be a prompt: it goes through as it is. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.length > promptBytes) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly failed: Failure }> {
  try {
    return { done: await work() };
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    return { failed: { code: error.code, reason: error.message } };
  }
}

function noBrief(context: Context, given: unknown, failed: Failure): BriefResult {
  const text = (name: string) => textOrEmpty(() => (given as Record<string, unknown>)[name]);
  const empty = emptyBrief(text("role"), text("run") || context.run, text("prompt"));
  return { ...empty, budgetTokens: budgetFor(empty.role, context.ledger.config.insights), failed };
}

function emptyBrief(role: unknown, run: unknown, prompt = ""): BriefResult {
  return {
    id: "",
    role: typeof role === "string" ? role.toLowerCase() : "",
    run: typeof run === "string" ? run : "",
    text: "",
    prompt,
    form: "nothing",
    tokens: 0,
    budgetTokens: 0,
    memory_queried: 0,
    patterns_found: 0,
    ...answeredBy(undefined),
    shown: [],
    dropped: [],
  };
}
