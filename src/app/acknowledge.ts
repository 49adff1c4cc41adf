import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { parseAcks, resolveAcks } from "../engines/directives/acks.js";
import { WhetstoneError } from "../errors.js";
import type { EventOf } from "../events/catalog.js";
import { origin, textId } from "../events/envelope.js";
import { directives, isDirective } from "../projections/directives.js";
import { runs } from "../projections/runs.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { admit, type Refusal } from "./admit.js";
import type { Context } from "./context.js";
import { failOpen } from "./fail-open.js";
import { type Receipt, recordReceipts } from "./record-receipts.js";
import { said } from "./said.js";

const acknowledgeInput = z.strictObject({
  /** The id of the brief that is answered; or the run, for all of its briefs. */
  brief: z.optional(textId),
  run: z.optional(textId),
  /** What the agent wrote. */
  output: z.string().check(z.maxLength(4_194_304)),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type AcknowledgeInput = z.input<typeof acknowledgeInput>;

export interface AcknowledgeResult {
  readonly brief: string;
  readonly receipts: readonly {
    readonly lesson: string;
    readonly kind: "applied" | "ignored" | "n_a";
    readonly reason: string | null;
  }[];
  /** Critical directives that the agent said nothing of. */
  readonly unacknowledged: readonly string[];
  /** Ids of what was never shown, as written: dropped and counted. */
  readonly spoofed: readonly string[];
  readonly ambiguous: readonly string[];
  /** True when this brief had been answered before: nothing new was written. */
  readonly replayed: boolean;
  readonly failed?: { readonly code: string; readonly reason: string };
}

/**
 * Takes an agent's word for what became of the directives in its brief. Fails open: an output stops nobody.
 */
export async function acknowledge(context: Context, input: AcknowledgeInput): Promise<AcknowledgeResult> {
  const outcome = await failOpen(
    context,
    "acknowledge",
    context.ledger.config.insights.captureLimitMs,
    async (deadline) => {
      const admitted = await admit(
        context,
        "acknowledge",
        acknowledgeInput,
        input,
        oneOrTheOther,
        deadline.options,
      );
      const acks = parseAcks(admitted.output);
      context.beforeWriting();
      return context.ledger.write(async (writer) => {
        deadline.check();
        const result = await takeAcks(context, writer, admitted, acks);
        deadline.check();
        return result;
      }, deadline.options);
    },
  );
  if ("done" in outcome) return outcome.done;
  const brief = said(() => input?.brief);
  return { ...nothing(brief), failed: outcome.failed };
}

async function takeAcks(
  context: Context,
  writer: LedgerWriter,
  { output, ...given }: z.output<typeof acknowledgeInput>,
  acks: ReturnType<typeof parseAcks>,
): Promise<AcknowledgeResult> {
  const briefs = await answeredBriefs(writer, given);
  const made = briefs.at(-1);
  // A host says how every run ended, also of those that began before it was asked.
  if (made === undefined && given.brief === undefined) return nothing("");
  if (made === undefined) throw unknownBrief(given.brief ?? "");
  const brief = made.id;
  // An agent may answer in several outputs; the same one read twice counts once.
  const key = `acknowledge ${brief} ${createHash("sha256").update(output).digest("hex").slice(0, 16)}`;
  const before = await writer.eventByKey(key);
  if (before?.type === "output-read") return repeated(writer, brief, before);
  const shown: string[] = [];
  for (const each of briefs) shown.push(...(await shownIn(writer, each)));
  if (shown.length === 0 && acks.length === 0) return nothing(brief);
  const { receipts, spoofed, ambiguous } = resolveAcks(acks, shown);
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

/** The directives that really stood in a brief: its exposures stand right behind it in the log. */
export async function shownIn(
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

/** Those among them that no earlier output spoke of either. */
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

async function repeated(
  reader: LedgerReader,
  brief: string,
  { seq, data }: EventOf<"output-read">,
): Promise<AcknowledgeResult> {
  const following = (await reader.eventsAfter(seq, 200))
    .filter((event) => event.type === "receipt-recorded")
    .filter((event) => event.data.brief === brief && event.data.source === "delegate");
  return {
    brief,
    receipts: following.flatMap(({ data: { lesson, kind, detail } }) =>
      kind === "applied" || kind === "ignored" || kind === "n_a"
        ? [{ lesson, kind, reason: detail ?? null }]
        : [],
    ),
    unacknowledged: following
      .filter(({ data: each }) => each.kind === "unacknowledged")
      .map(({ data: each }) => each.lesson),
    spoofed: data.spoofed,
    ambiguous: data.ambiguous,
    replayed: true,
  };
}

function oneOrTheOther({ brief, run }: z.output<typeof acknowledgeInput>): Refusal | undefined {
  if ((brief === undefined) !== (run === undefined)) return undefined;
  return { field: "brief", reason: "name the brief that is answered, or the run; not both" };
}

function nothing(brief: string): AcknowledgeResult {
  return { brief, receipts: [], unacknowledged: [], spoofed: [], ambiguous: [], replayed: false };
}

function unknownBrief(brief: string): WhetstoneError {
  return new WhetstoneError("not_found", `there is no brief '${brief}'`, {
    field: "brief",
    next: "give the id that 'whetstone brief --json' printed",
    values: { brief },
  });
}
