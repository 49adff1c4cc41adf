import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { doubtfulAcks, doubtfulAcksKey } from "../lessons/directive/fold/doubtful-acks.js";
import { answersOf } from "../lessons/explain/trail-events.js";
import type { EventOf } from "../log/events/catalog.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { trails } from "../runs/fold/trails.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";

const kinds = ["unacknowledged", "spoofed", "ambiguous", "dismissed"] as const;

const input = z.strictObject({
  kind: field("Only those of this kind.", z.optional(z.enum(kinds))),
  limit: field(
    "How many are listed at most, the newest.",
    z._default(z.int().check(z.gte(1), z.lte(500)), 50),
  ),
});

const doubtfulAck = z.strictObject({
  kind: z.enum(kinds),
  about: field("The rule that was left out, or the id as the agent wrote it.", z.string()),
  answered: field("Whether the agent has answered for it since.", z.boolean()),
  at: z.string(),
  role: z.nullable(z.string()),
  run: z.nullable(z.string()),
  taskId: z.nullable(z.string()),
  phase: z.nullable(z.string()),
  brief: z.nullable(z.string()),
  event: field("The id of the event that records it.", z.string()),
});

type DoubtfulAck = Immutable<z.output<typeof doubtfulAck>>;

const output = z.strictObject({ acks: field("The newest first.", z.array(doubtfulAck)) });

export const verb = defineVerb({
  name: "lessons acks",
  group: "Lessons",
  summary: "List acknowledgements that are missing or were dropped",
  description: `Lists one by one: critical rules that an agent left out (unacknowledged), ids that it was \
never shown (spoofed), ids that fit several rules (ambiguous), and verdicts by the author of a rule \
or by a run that was shown it (dismissed). Of these only the first keeps a gate closed; the others count for \
nothing.`,
  examples: [
    { run: "whetstone lessons acks", about: "The newest:" },
    { run: "whetstone lessons acks --kind spoofed", about: "Only ids that were never shown:" },
  ],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input,
  output,
  cli: { options: { kind: { value: "KIND" }, limit: { value: "N" } }, render },
  run: ({ ledger }, { kind, limit }) =>
    ledger.read(async (reader) => {
      const all = [...(await leftOut(reader, kind, limit)), ...(await dropped(reader, kind, limit))];
      const newest = all.sort((a, b) => b.seq - a.seq).slice(0, limit);
      return { acks: newest.map(({ ack }) => ack) };
    }),
});

type Kind = (typeof kinds)[number];

interface Placed {
  readonly seq: number;
  readonly ack: DoubtfulAck;
}

async function leftOut(
  reader: LedgerReader,
  wanted: Kind | undefined,
  limit: number,
): Promise<readonly Placed[]> {
  if (wanted !== undefined && wanted !== "unacknowledged") return [];
  const seqs = (await reader.row(doubtfulAcks, doubtfulAcksKey))?.unacknowledged ?? [];
  const found: Placed[] = [];
  for (const seq of seqs.slice(-limit)) {
    const [event] = await reader.eventsAfter(seq - 1, 1);
    if (event?.type !== "receipt-recorded") continue;
    const { lesson } = event.data;
    const answered = await isAnsweredSince(reader, event);
    found.push({ seq, ack: { kind: "unacknowledged", about: lesson, answered, ...whereOf(event) } });
  }
  return found;
}

/** An agent may answer in several outputs of its run. */
async function isAnsweredSince(
  reader: LedgerReader,
  { seq, run, data: { lesson } }: EventOf<"receipt-recorded">,
): Promise<boolean> {
  const trail = run === undefined ? undefined : await reader.row(trails, run);
  const answers = trail === undefined ? [] : await answersOf(reader, trail);
  return answers
    .flatMap(({ receipts }) => receipts)
    .some((each) => each.seq > seq && each.data.lesson === lesson && each.data.kind !== "unacknowledged");
}

async function dropped(
  reader: LedgerReader,
  wanted: Kind | undefined,
  limit: number,
): Promise<readonly Placed[]> {
  const seqs = (await reader.row(doubtfulAcks, doubtfulAcksKey))?.dropped ?? [];
  const found: Placed[] = [];
  for (const seq of wanted === "unacknowledged" ? [] : seqs.slice(-limit)) {
    const [event] = await reader.eventsAfter(seq - 1, 1);
    if (event?.type !== "output-read") continue;
    for (const kind of ["spoofed", "ambiguous", "dismissed"] as const) {
      if (wanted !== undefined && wanted !== kind) continue;
      for (const about of event.data[kind])
        found.push({ seq, ack: { kind, about, answered: false, ...whereOf(event) } });
    }
  }
  return found;
}

function whereOf({ id, at, run, task, data }: EventOf<"receipt-recorded"> | EventOf<"output-read">) {
  const { role = null, phase = null, brief = null } = data;
  return { at, role, run: run ?? null, taskId: task ?? null, phase, brief, event: id };
}

async function render({ acks }: Immutable<z.output<typeof output>>, style: Style): Promise<string> {
  const { table } = await import("../base/terminal/table.js");
  if (acks.length === 0) return "Every critical rule was acknowledged, and no acknowledgement was dropped.";
  return table(
    acks.map(({ kind, about, answered, at, role, run, taskId }) => [
      at,
      answered ? `${kind}, answered since` : kind,
      about,
      role ?? "",
      taskId ?? run ?? "",
      style.dim(run === null || run === taskId ? "" : run),
    ]),
  );
}
