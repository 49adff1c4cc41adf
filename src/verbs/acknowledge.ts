import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import type { Style } from "../base/terminal/style.js";
import { directives, isDirective } from "../lessons/directive/fold/directives.js";
import { phases } from "../lessons/directive/fold/phases.js";
import { type Receipt, recordReceipts } from "../lessons/directive/gate/record-receipts.js";
import {
  type AckKind,
  ackKinds,
  isAckKind,
  needsReason,
  parseAcks,
  resolveAcks,
} from "../lessons/directive/rules/acks.js";
import type { EventOf } from "../log/events/catalog.js";
import { textId } from "../log/events/envelope.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import type { LedgerWriter } from "../log/store/ledger-writer.js";
import { runs } from "../runs/fold/runs.js";
import type { Refusal } from "./call/admit.js";
import type { Context } from "./call/context.js";
import { callerInput } from "./call/envelope-input.js";
import { type Failure, failOpen, failureOutput, textOrEmpty } from "./call/fail-open.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { refuseMistakes } from "./parts/command-refusals.js";

const input = z.strictObject({
  output: field("What the agent wrote.", z.string().check(z.maxLength(4_194_304))),
  brief: field("The id of the brief that is answered.", z.optional(textId)),
  run: field("The run, to answer all of its briefs; give this or the brief.", z.optional(textId)),
  ...callerInput,
});

const receipt = z.strictObject({
  lesson: z.string(),
  kind: z.enum(ackKinds),
  reason: z.nullable(z.string()),
});

const output = z.strictObject({
  brief: z.string(),
  receipts: field("What the agent reported of each rule.", z.array(receipt)),
  unacknowledged: field("Critical rules that the agent left out.", z.array(z.string())),
  unexplained: field(
    "Rules that were ignored or judged not applicable without a reason: that opens no gate.",
    z.array(z.string()),
  ),
  spoofed: field("Ids that were never shown, as written: they are dropped and counted.", z.array(z.string())),
  ambiguous: field("Ids that match several rules; they are dropped.", z.array(z.string())),
  replayed: field("True when this output had been read before: nothing new was written.", z.boolean()),
  failed: field("Why nothing was recorded, if something went wrong.", z.optional(failureOutput)),
});

type AcknowledgeResult = Immutable<z.output<typeof output>>;

export const verb = defineVerb({
  name: "acknowledge",
  group: "Called by agents",
  summary: "Record how an agent followed its rules",
  description: `Reads an agent's output for its acknowledgements (KNOWLEDGE_APPLIED, KNOWLEDGE_IGNORED or
KNOWLEDGE_N_A, each with the id of a rule) and records them. It ignores what is quoted, in a code \
block, or about a rule that was not in the brief. Ignored and not applicable need a reason: \
KNOWLEDGE_IGNORED:<id> reason=<why>. An agent that writes KNOWLEDGE_VIOLATED:<id> reports a violation of its \
own: the gate stays closed until it is fixed, and it does not count towards an escalation.

A critical rule that the agent left out is recorded as unacknowledged: the gate stays closed until the \
agent answers, but it is not a violation.`,
  examples: [{ run: "whetstone ack answer.md --brief 0190…", about: "The coder's answer to its brief:" }],
  caller: "anyone",
  hub: "agent",
  input,
  output,
  cli: {
    name: "ack",
    arguments: ["output"],
    options: {
      output: {
        name: "file",
        value: "FILE",
        file: true,
        maxBytes: 16_777_216,
        about: "What the agent wrote; standard input if left out.",
      },
      brief: { value: "ID", about: "The brief that is answered." },
      run: { value: "ID" },
    },
    render,
    run: command,
  },
  mcp: {
    tool: "acknowledge",
    description:
      "Hand in an agent's output: its KNOWLEDGE_APPLIED, KNOWLEDGE_IGNORED and KNOWLEDGE_N_A lines are read.",
    readOnly: false,
    names: { brief: "brief_id", run: "run_id" },
  },
  check: (_context, given) => oneOrTheOther(given),
  guard: async (context, given, proceed) => {
    const outcome = await failOpen(context, "acknowledge", context.limits.captureMs, proceed);
    if ("done" in outcome) return outcome.done;
    const brief = textOrEmpty(() => (given as Partial<z.input<typeof input>>).brief);
    return { ...nothing(brief), failed: outcome.failed };
  },
  run: async (context, admitted, { deadline }) => {
    const acks = parseAcks(admitted.output);
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      deadline.check();
      const result = await recordAcks(context, writer, admitted, acks);
      deadline.check();
      return result;
    }, deadline.options);
  },
});

async function recordAcks(
  context: Context,
  writer: LedgerWriter,
  { output: text, ...given }: z.output<typeof input>,
  acks: ReturnType<typeof parseAcks>,
): Promise<AcknowledgeResult> {
  const briefs = await answeredBriefs(writer, given);
  const made = briefs.at(-1);
  // A host reports the end of every run, also of runs that began before it was set up: that is no loss.
  if (made === undefined && given.run !== undefined)
    return {
      ...nothing(""),
      ...((await writer.row(runs, given.run)) ? {} : { failed: unknownRun(given.run) }),
    };
  if (made === undefined) throw unknownBrief(given.brief ?? "");
  const brief = made.id;
  // An agent may answer in several outputs; the same one read twice counts once.
  const key = `acknowledge ${brief} ${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  const before = await writer.eventByKey(key);
  if (before?.type === "output-read") return repeated(writer, brief, before);
  const shown: string[] = [];
  for (const each of briefs) shown.push(...(await shownIn(writer, each)));
  if (shown.length === 0 && acks.length === 0) return nothing(brief);
  const { receipts, spoofed, ambiguous } = resolveAcks(acks, shown);
  const unexplained = await neverExplained(writer, receipts, made.data.phase);
  const answered = new Set(receipts.map(({ lesson }) => lesson));
  const open = shown.filter((lesson) => !answered.has(lesson));
  const silent = await neverAnswered(writer, await criticalAmong(writer, open), brief);
  const { role, phase } = made.data;
  const about = {
    actor: given.actor ?? context.actor,
    origin: given.origin ?? context.origin,
    run: made.run ?? made.id,
    task: made.task,
  };
  await writer.append({
    type: "output-read",
    data: {
      verb: "acknowledge",
      brief,
      phase,
      role,
      receipts: receipts.length,
      spoofed: spoofed.map(({ id }) => id.slice(0, 200)).slice(0, 100),
      ambiguous: ambiguous.map(({ id }) => id.slice(0, 200)).slice(0, 100),
      dismissed: [],
    },
    ...about,
    key,
  });
  const base = { source: "delegate" as const, phase, role, brief };
  const recorded: Receipt[] = [
    ...receipts.map(({ lesson, kind, reason }) => ({
      ...base,
      lesson,
      kind,
      detail: reason?.slice(0, 2_000),
    })),
    // Its own receipt, not a violation: it keeps the gate closed, and escalates nothing.
    ...silent.map((lesson) => ({ ...base, lesson, kind: "unacknowledged" as const })),
  ];
  await recordReceipts(context, writer, recorded, about);
  return {
    brief,
    receipts: receipts.map(({ lesson, kind, reason }) => ({ lesson, kind, reason: reason ?? null })),
    unacknowledged: silent,
    unexplained,
    spoofed: spoofed.map(({ id }) => id),
    ambiguous: ambiguous.map(({ id }) => id),
    replayed: false,
  };
}

/** The brief that is named, or those of the run. */
async function answeredBriefs(
  reader: LedgerReader,
  { brief, run }: { readonly brief?: string | undefined; readonly run?: string | undefined },
): Promise<readonly EventOf<"brief-made">[]> {
  const ids =
    brief === undefined && run !== undefined ? ((await reader.row(runs, run))?.briefs ?? []) : [brief ?? ""];
  const found: EventOf<"brief-made">[] = [];
  for (const id of ids) {
    const event = await reader.eventById(id);
    if (event?.type === "brief-made") found.push(event);
  }
  return found;
}

/** The directives of a brief, from its exposures, which directly follow it in the log. */
async function shownIn(
  reader: LedgerReader,
  { id, seq, data }: EventOf<"brief-made">,
): Promise<readonly string[]> {
  const following = await reader.eventsAfter(seq, data.shown + 1);
  return following
    .filter(
      (event) => event.type === "lesson-exposed" && event.data.brief === id && isDirective(event.data.lesson),
    )
    .map((event) => (event as EventOf<"lesson-exposed">).data.lesson);
}

async function criticalAmong(reader: LedgerReader, lessons: readonly string[]): Promise<readonly string[]> {
  const critical: string[] = [];
  for (const lesson of lessons) {
    if ((await reader.row(directives, lesson))?.priority === "critical") critical.push(lesson);
  }
  return critical;
}

/** Those among them that no earlier output answered for either. */
async function neverAnswered(
  reader: LedgerReader,
  lessons: readonly string[],
  brief: string,
): Promise<readonly string[]> {
  const silent: string[] = [];
  for (const lesson of lessons) {
    if ((await reader.row(directives, lesson))?.answeredBriefs.includes(brief) !== true) silent.push(lesson);
  }
  return silent;
}

/** Those among the answers that need a reason and have none, now or in an earlier output of the phase. */
async function neverExplained(
  reader: LedgerReader,
  receipts: readonly { readonly lesson: string; readonly kind: AckKind; readonly reason?: string | null }[],
  phase: string | undefined,
): Promise<string[]> {
  const bare = receipts.filter(({ kind, reason }) => needsReason(kind) && !reason);
  const row = bare.length === 0 || phase === undefined ? undefined : await reader.row(phases, phase);
  const earlier = ({ lesson, kind }: (typeof bare)[number]) =>
    row?.receipts[lesson]?.some((each) => each.kind === kind && each.explained) === true;
  return bare.filter((each) => !earlier(each)).map(({ lesson }) => lesson);
}

async function repeated(
  reader: LedgerReader,
  brief: string,
  { seq, data }: EventOf<"output-read">,
): Promise<AcknowledgeResult> {
  const following = (await reader.eventsAfter(seq, 200))
    .filter((event) => event.type === "receipt-recorded")
    .filter((event) => event.data.brief === brief && event.data.source === "delegate");
  const receipts = following.flatMap(({ data: { lesson, kind, detail } }) =>
    isAckKind(kind) ? [{ lesson, kind, reason: detail ?? null }] : [],
  );
  return {
    brief,
    receipts,
    unacknowledged: following
      .filter(({ data: each }) => each.kind === "unacknowledged")
      .map(({ data: each }) => each.lesson),
    unexplained: await neverExplained(reader, receipts, data.phase),
    spoofed: data.spoofed,
    ambiguous: data.ambiguous,
    replayed: true,
  };
}

function oneOrTheOther({ brief, run }: z.output<typeof input>): Refusal | undefined {
  if ((brief === undefined) !== (run === undefined)) return undefined;
  return { field: "brief", reason: "name the brief that is answered, or the run; not both" };
}

function nothing(brief: string): AcknowledgeResult {
  const none = { receipts: [], unacknowledged: [], unexplained: [], spoofed: [], ambiguous: [] };
  return { brief, ...none, replayed: false };
}

function unknownRun(run: string): Failure {
  const reason = `there is no run '${run}': give the one that its brief was made for, or the id of the brief`;
  return { code: "not_found", reason };
}

function unknownBrief(brief: string): WhetstoneError {
  return new WhetstoneError("not_found", `there is no brief '${brief}'`, {
    field: "brief",
    next: "give the id that 'whetstone brief --json' printed",
    values: { brief },
  });
}

async function command(call: CommandCall<AcknowledgeResult>) {
  const result = await call.run(call.input);
  refuseMistakes(result.failed, "ack", ["invalid_input", "not_found"]);
  if (result.failed !== undefined) call.printer.note(`Nothing was recorded: ${result.failed.reason}`);
  return call.print(result);
}

function render(result: AcknowledgeResult, style: Style): string {
  const { receipts, unacknowledged, unexplained, spoofed, ambiguous } = result;
  return [
    `${receipts.length} acknowledged${result.replayed ? ", known already" : ""}`,
    ...receipts.map(
      ({ lesson, kind, reason }) => `  ${style.bold(lesson)} ${kind}${reason === null ? "" : `: ${reason}`}`,
    ),
    ...unacknowledged.map((lesson) => style.yellow(`  ${lesson} is critical, and was left out`)),
    ...unexplained.map((lesson) =>
      style.yellow(`  ${lesson} needs a reason: write the line again with reason=<why>`),
    ),
    ...spoofed.map((id) => style.red(`  ${id} was never shown: dropped`)),
    ...ambiguous.map((id) => style.yellow(`  ${id} could be several: dropped`)),
  ].join("\n");
}
