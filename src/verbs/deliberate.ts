import * as z from "zod/mini";
import { UnreadableText } from "../base/terminal/read-input.js";
import type { Style } from "../base/terminal/style.js";
import { counted } from "../base/text/counted.js";
import { oneLine } from "../base/text/one-line.js";
import { insights } from "../lessons/insight/fold/insights.js";
import { refreshSummary } from "../lessons/insight/insight-summary.js";
import { observedIn, observeInsights } from "../lessons/insight/observe-insights.js";
import { extractInsights } from "../lessons/insight/rules/extraction/extract-insights.js";
import { stateOfInsight } from "../lessons/insight/rules/insight-state.js";
import { normaliseInsight } from "../lessons/insight/rules/normalise-insight.js";
import { insightId } from "../lessons/lesson-id.js";
import { type NearLessons, nearLessons } from "../lessons/search/near-lessons.js";
import type { EventOf } from "../log/events/catalog.js";
import { deliberationRecorded, insightCategories } from "../log/events/deliberation.js";
import { textId } from "../log/events/envelope.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import type { LedgerWriter } from "../log/store/ledger-writer.js";
import { type JsonLine, readJsonLines } from "../runs/formats/jsonl.js";
import type { Context } from "./call/context.js";
import { envelopeInput, keyInput } from "./call/envelope-input.js";
import { failOpen, failureOutput, loadSearch, textOrEmpty } from "./call/fail-open.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { keyInLog, replayed } from "./call/replayed.js";
import { roleInput, situationInput } from "./call/situation-input.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { refuseMistakes } from "./parts/command-refusals.js";

const { shape } = deliberationRecorded.data;

const input = z.strictObject({
  role: field("The role that answered.", roleInput),
  text: field("The answer that the role gave.", shape.text.check(z.minLength(1))),
  phase: field("The phase of the work.", situationInput.phase),
  labels: field("Labels of the task.", situationInput.labels),
  files: field("Files that it is about.", situationInput.files),
  taskId: field("The task's id.", z.optional(textId)),
  evidence: field(
    "Evidence that is not in the answer: outputs of commands, places in files.",
    shape.evidence,
  ),
  model: field("The model that answered.", shape.model),
  durationMs: field("How long it took, in milliseconds.", shape.durationMs),
  key: keyInput,
  ...envelopeInput,
});

const observedInsight = z.strictObject({
  lesson: z.string(),
  text: z.string(),
  category: z.enum(insightCategories),
  state: z.enum(["observed", "candidate", "verified", "active", "deprecated"]),
  echo: field(
    "True when the role only repeated what it had been shown in this run: that confirms nothing.",
    z.boolean(),
  ),
  merged: field("True when it was known in other words: that insight was seen again.", z.boolean()),
  contradicts: field(
    "An older insight that this new one contradicts: a person may want to decide.",
    z.nullable(z.string()),
  ),
});

const output = z.strictObject({
  deliberation: field("Its id, by which a verdict names it; empty when it was not recorded.", z.string()),
  role: z.string(),
  from: field("Where insights were taken from.", z.enum(["section", "sentences", "nothing"])),
  insights: z.array(observedInsight),
  noise: field("How many sentences were left out as noise.", z.int()),
  findings: field("Ids of findings, which a verdict may call a false positive.", z.array(z.string())),
  replayed: field("True when this key had been recorded before: nothing new was written.", z.boolean()),
  compared: field(
    "How the insights were compared with known ones.",
    z.enum(["words and meaning", "words", "text alone"]),
  ),
  failed: field("Why nothing was recorded, if something went wrong.", z.optional(failureOutput)),
});

type DeliberateResult = Immutable<z.output<typeof output>>;

const maxBytes = 4_194_304;

export const verb = defineVerb({
  name: "deliberate",
  group: "Called by agents",
  summary: "Record a role's answer and keep its reusable insights",
  description: `Records the answer of a role (an auditor's challenge, a judge's reading of a diff) and takes
insights from it: the items of its section "Accumulated Patterns" if it has one, else plain sentences that may
hold for other runs. What was only said in passing is shown once it is said in another run too.

What the role was shown in the same run and only repeats confirms nothing, so give the run that its brief
named. The id that is printed is what a validator's verdict refers to.

An agent is never stopped: if the answer is empty, too long, missing or not text, or the store cannot be
written, a note says what was lost, 'whetstone doctor' counts it, and the exit code is 0. A wrong option is
refused with exit code 2.

Many answers may be given as JSON lines, each an object with the fields role and text, and any of phase, labels,
files, task, run, evidence and model. Options hold for all of them.`,
  examples: [
    {
      run: "whetstone deliberate judge.md --role judge --run r-14 --labels auth --files src/auth.ts",
      about: "What the judge wrote:",
    },
    { run: "claude -p '…' | whetstone deliberate --role auditor --run r-14", about: "From a pipe:" },
  ],
  caller: "anyone",
  hub: "agent",
  input,
  output,
  cli: {
    arguments: ["text"],
    options: {
      text: {
        name: "file",
        value: "FILE",
        file: true,
        unreadable: "passed on",
        maxBytes,
        about: "The answer; standard input if left out.",
      },
      role: { value: "NAME" },
      taskId: { value: "ID" },
      run: { value: "ID", about: "The run's id, as its brief named it." },
      phase: { value: "NAME" },
      labels: { value: "A,B", commas: true, about: "Labels of the task, separated by commas." },
      files: { value: "A,B", commas: true, about: "Files it is about, separated by commas." },
      evidence: { value: "FILE", file: true, maxBytes },
      model: { value: "NAME" },
      durationMs: false,
    },
    render,
    run: command,
  },
  mcp: {
    tool: "deliberate",
    description:
      "Record the whole answer of a role that judges: its insights are kept, and a verdict refers to its id.",
    readOnly: false,
    fields: ["role", "text", "taskId", "phase", "labels", "files", "evidence", "model", "key", "run"],
    names: { taskId: "bead_id", run: "run_id" },
  },
  guard: async (context, given, proceed) => {
    const { role: named, text } = Object(given) as Readonly<Record<string, unknown>>;
    const work: typeof proceed = text instanceof UnreadableText ? () => Promise.reject(text.error) : proceed;
    const outcome = await failOpen(context, "deliberate", context.limits.captureMs, work, () =>
      loadSearch(context),
    );
    if ("done" in outcome) return outcome.done;
    const role = textOrEmpty(() => named).toLowerCase();
    return { ...nothingRecorded, role, failed: outcome.failed };
  },
  run: async (context, admitted, { deadline }) => {
    const extraction = extractInsights(admitted.text);
    const texts = extraction.insights.map(({ text }) => text);
    const near =
      texts.length === 0 ? undefined : await nearLessons(context, "insight", texts, deadline.options);
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      deadline.check();
      const { taskId: task, role, text } = admitted;
      const key = keyInLog(context, admitted.key);
      const keyed = { type: "deliberation-recorded" as const, key, task, data: { role, text } };
      const before = await replayed(writer, keyed);
      if (before !== undefined) return deliberationResult(context, writer, before, near, true);
      const event = await recordDeliberation(context, writer, { ...admitted, key }, extraction, near);
      deadline.check();
      return deliberationResult(context, writer, event, near, false);
    }, deadline.options);
  },
});

const nothingRecorded = {
  deliberation: "",
  from: "nothing",
  insights: [],
  noise: 0,
  findings: [],
  replayed: false,
  compared: "text alone",
} as const;

async function recordDeliberation(
  context: Context,
  writer: LedgerWriter,
  admitted: z.output<typeof input>,
  { insights: found, from, skipped }: ReturnType<typeof extractInsights>,
  near: NearLessons | undefined,
): Promise<EventOf<"deliberation-recorded">> {
  const {
    taskId: task,
    run = context.run,
    key,
    actor = context.actor,
    origin = context.origin,
    ...data
  } = admitted;
  const about = { task, run, actor, origin };
  const findings = found.flatMap(({ findings, text }) => findings.map((id) => ({ id, text })));
  const event = await writer.append({
    type: "deliberation-recorded",
    data: { ...data, findings, from, noise: skipped },
    ...about,
    key,
  });
  await observeInsights(context, writer, event, found, near);
  await refreshSummary(context, writer, data.role, { actor, origin });
  return event;
}

async function deliberationResult(
  { ledger, clock }: Context,
  reader: LedgerReader,
  event: EventOf<"deliberation-recorded">,
  near: NearLessons | undefined,
  known: boolean,
): Promise<z.output<typeof output>> {
  const observed: z.output<typeof observedInsight>[] = [];
  for (const { data } of await observedIn(reader, event)) {
    const { lesson, text, category, echo } = data;
    const row = await reader.row(insights, lesson);
    const state =
      row === undefined ? "observed" : stateOfInsight(row.evidence, clock(), ledger.config.insights);
    const merged = row !== undefined && insightId(data.role, normaliseInsight(text)) !== lesson;
    const contradicts = data.first ? (row?.contradicts.at(-1) ?? null) : null;
    observed.push({ lesson, text, category, state, echo, merged, contradicts });
  }
  const { role, from, noise, findings } = event.data;
  return {
    deliberation: event.id,
    role,
    from,
    insights: observed,
    noise,
    findings: findings.map(({ id }) => id),
    replayed: known,
    compared: near?.by ?? "text alone",
  };
}

async function command(call: CommandCall<DeliberateResult>) {
  const many = answersIn(call.input.text);
  if (many !== undefined) return each(call, many);
  const wellTyped = { ...call.input, text: "An answer." };
  const isMistake = !z.safeParse(input, wellTyped).success;
  // With a mistake in the options nothing is recorded, and the options are named, whatever the answer is.
  const result = await call.run(isMistake ? wellTyped : call.input);
  if (isMistake) refuseMistakes(result.failed, "deliberate");
  if (result.failed !== undefined) call.printer.note(`Nothing was recorded: ${result.failed.reason}`);
  return call.print(result);
}

/** The lines of a text that are answers of roles; undefined for a text that is an answer itself. */
function answersIn(text: unknown): readonly JsonLine[] | undefined {
  if (typeof text !== "string" || !text.trimStart().startsWith("{")) return undefined;
  const lines = readJsonLines(text);
  const isAnswer = (line: JsonLine) => "value" in line && typeof Object(line.value).text === "string";
  return lines.some(isAnswer) && lines.every((line) => "problem" in line || isAnswer(line))
    ? lines
    : undefined;
}

/** As fail-open as one answer: what cannot be taken is a counted loss and a note. */
async function each(call: CommandCall<DeliberateResult>, lines: readonly JsonLine[]) {
  const { lineByLine, printLines } = await import("./parts/line-by-line.js");
  const { text: _, ...options } = call.input;
  const read = lines.flatMap((line) => ("value" in line ? [line] : []));
  const answered = await lineByLine(read, (value) => call.run({ ...Object(value), ...options }));
  const unreadable = lines.flatMap((line) =>
    "problem" in line ? [`line ${line.line}: ${line.problem}`] : [],
  );
  const lost = answered.results.flatMap(({ failed }) => (failed === undefined ? [] : [failed.reason]));
  for (const reason of [...unreadable, ...lost]) call.printer.note(`Nothing was recorded: ${reason}`);
  return printLines(call.printer, answered, render);
}

const textChars = 100;

function render(result: DeliberateResult, style: Style): string {
  const { deliberation, insights: observed, noise, failed } = result;
  if (failed !== undefined) return "No insights this run.";
  const lines = observed.flatMap(({ lesson, text, state, echo, merged, contradicts }) => {
    const standing = echo ? style.dim("echo") : style.green(state);
    const known = merged ? style.dim(" (known in other words)") : "";
    return [
      `  ${style.bold(lesson)} ${standing} ${oneLine(text, textChars)}${known}`,
      ...(contradicts === null ? [] : [style.yellow(`    it says the opposite of ${contradicts}`)]),
    ];
  });
  const head = result.replayed ? "Known already" : "Recorded";
  const count = counted(observed.length, "insight");
  return [
    `${head}: deliberation ${style.bold(deliberation)}, ${count}, ${noise} left out as noise`,
    ...lines,
  ].join("\n");
}
