import * as z from "zod/mini";
import { field } from "../app/field.js";
import type { Immutable } from "../app/immutable.js";
import type { RecordedEvent } from "../events/envelope.js";
import type { Style } from "../terminal/style.js";
import { defineVerb } from "./frame/define-verb.js";

const mostListed = 1_000;
const usuallyListed = 50;

const event = z.strictObject({
  seq: field("Its place in the log: 1, 2, 3, … without a gap.", z.int()),
  id: z.string(),
  type: z.string(),
  at: z.string(),
  actor: z.string(),
  origin: z.string(),
  run: field("The run it belongs to; null without one.", z.nullable(z.string())),
  task: field("The session or task it belongs to; null without one.", z.nullable(z.string())),
});

const output = z.strictObject({
  head: field("The place of the newest event; 0 while the log is empty.", z.int()),
  events: field("The events, in the order of the log.", z.array(event)),
});

export const verb = defineVerb({
  name: "log",
  group: "Data",
  summary: "List what was recorded, event by event",
  description: `Lists events of the log in their order: the newest ones, or those after a place. 'whetstone \
explain' says more about one of them, and 'whetstone export' prints all of them with their data.`,
  examples: [
    { run: "whetstone log", about: "What happened last:" },
    { run: "whetstone log --after 1200 --limit 100", about: "What happened since:" },
  ],
  caller: "anyone",
  input: z.strictObject({
    after: field(
      "Only events behind this place; the newest ones, if left out.",
      z.optional(z.int().check(z.nonnegative())),
    ),
    limit: field(
      "List at most this many.",
      z._default(z.int().check(z.positive(), z.lte(mostListed)), usuallyListed),
    ),
  }),
  output,
  cli: { options: { after: { value: "PLACE" } }, render },
  run: ({ ledger }, { after, limit }) =>
    ledger.read(async (reader) => {
      const head = await reader.head();
      const events = await reader.recordedAfter(after ?? Math.max(0, head - limit), limit);
      return { head, events: events.map(briefly) };
    }),
});

function briefly({ seq, id, type, at, actor, origin, run, task }: RecordedEvent) {
  return { seq, id, type, at, actor, origin, run: run ?? null, task: task ?? null };
}

async function render({ events }: Immutable<z.output<typeof output>>, style: Style): Promise<string> {
  if (events.length === 0) return "Nothing was recorded.";
  const { table } = await import("../terminal/table.js");
  const rows = events.map(({ seq, at, type, actor, task }) => [
    String(seq),
    style.dim(at),
    style.bold(type),
    actor,
    task ?? "",
  ]);
  return table(rows, { right: [0] });
}
