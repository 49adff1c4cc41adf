import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import type { Style } from "../base/terminal/style.js";
import { nearestName, nearestNames } from "../base/text/nearest.js";
import { quoteAsData } from "../lessons/unconfirmed/quote-as-data.js";
import { type RecordedEvent, textId } from "../log/events/envelope.js";
import { isoTime } from "../log/events/time.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";
import { drawsIn, eventPhrase } from "./log/event-phrase.js";

const mostListed = 1_000;
const usuallyListed = 50;
/** There is no index by type: a rare one may lie far back. */
const looksAt = 20_000;
const pageSize = 500;

const event = z.strictObject({
  seq: field("Its place in the log: 1, 2, 3, … without a gap.", z.int()),
  id: z.string(),
  type: z.string(),
  at: z.string(),
  actor: z.string(),
  origin: z.string(),
  run: field("The run it belongs to; null without one.", z.nullable(z.string())),
  taskId: field("The session or task it belongs to; null without one.", z.nullable(z.string())),
  says: field("What happened, in a phrase; empty where the type says it all.", z.string()),
  data: field("The data of the event, as JSON; only if requested.", z.optional(z.string())),
});

const arms = ["shown", "held out"] as const;

const output = z.strictObject({
  at: field("When the log was read.", z.string()),
  head: field("The place of the newest event; 0 while the log is empty.", z.int()),
  events: field("The events, in the order of the log.", z.array(event)),
  before: field(
    "The place to continue from for older events. Null at the beginning of the log.",
    z.nullable(z.int()),
  ),
});

export const verb = defineVerb({
  name: "log",
  group: "Look",
  summary: "List the events of the log",
  description: `Lists events of the log in their order: the newest ones, those after a place, or those before one. \
With --type, --about or --holds it looks through at most ${looksAt.toLocaleString("en-US")} events and says where to go on. 'whetstone explain' says more \
about one of them, and 'whetstone export' prints all of them with their data.`,
  examples: [
    { run: "whetstone log", about: "What happened last:" },
    { run: "whetstone log --after 1200 --limit 100", about: "What happened since:" },
    { run: "whetstone log --type lesson- --about bd-14", about: "What a session was shown and taught:" },
  ],
  words: ["history", "logs", "tail"],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({
    after: field(
      "Only events after this place; the newest ones, if left out.",
      z.optional(z.int().check(z.nonnegative())),
    ),
    before: field(
      "Only events before this place; not together with 'after'.",
      z.optional(z.int().check(z.positive())),
    ),
    type: field(
      "Only events whose type starts with this, such as lesson-.",
      z.optional(z.string().check(z.maxLength(100))),
    ),
    about: field("Only events of this session, task or run.", z.optional(textId)),
    holds: field(
      "Only events that hold this text, such as the id of a lesson or the name of a tool.",
      z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    ),
    arm: field(
      "Only sessions of trials in which chance showed the lesson that 'holds' names, or any, or held it out.",
      z.optional(z.enum(arms)),
    ),
    data: field("Print the data of each event.", z._default(z.boolean(), false)),
    limit: field(
      "List at most this many.",
      z._default(z.int().check(z.positive(), z.lte(mostListed)), usuallyListed),
    ),
  }),
  output,
  cli: { options: { after: { value: "PLACE" }, before: { value: "PLACE" } }, render },
  asData: ({ events, ...rest }) => ({
    ...rest,
    events: events.map(({ data, ...each }) => ({
      ...each,
      says: quoteAsData(each.says),
      ...(data === undefined ? {} : { data: quoteAsData(data) }),
    })),
  }),
  check: (_context, { after, before }) =>
    after === undefined || before === undefined
      ? undefined
      : { field: "before", reason: "is given together with 'after'", next: "give one of the two" },
  run: async ({ ledger, clock }, { after, before, limit, data, ...filter }) => {
    if (filter.type !== undefined) await knownType(filter.type);
    return ledger.read(async (reader) => {
      const head = await reader.head();
      const found =
        after === undefined
          ? await newestBefore(reader, before ?? head + 1, limit, filter)
          : { events: await oldestAfter(reader, after, limit, filter), before: null };
      return {
        at: isoTime(clock()),
        head,
        ...found,
        events: found.events.map((each) => briefly(each, data)),
      };
    });
  },
});

async function knownType(beginning: string): Promise<void> {
  const { eventDefinitions } = await import("../log/events/catalog.js");
  const types = eventDefinitions.map(({ type }): string => type);
  if (types.some((type) => type.startsWith(beginning))) return;
  const near = nearestName(beginning, types);
  throw new WhetstoneError("invalid_input", `no type of event begins with '${beginning}'`, {
    field: "type",
    next:
      near === undefined
        ? `the nearest are ${nearestNames(beginning, types, 3).join(", ")}; 'whetstone log' shows types in use`
        : `did you mean '${near}'?`,
    values: { type: beginning },
  });
}

interface Filter {
  readonly type?: string | undefined;
  readonly about?: string | undefined;
  readonly holds?: string | undefined;
  readonly arm?: (typeof arms)[number] | undefined;
}

function eventFilter({ type = "", about, holds, arm }: Filter): (event: RecordedEvent) => boolean {
  // As it stands in the text of the event, which is JSON; views write names of tools in small letters.
  const words = holds === undefined ? "" : JSON.stringify(holds).slice(1, -1).toLowerCase();
  return (event) =>
    event.type.startsWith(type) &&
    (about === undefined || event.task === about || event.run === about) &&
    (words === "" || event.data.toLowerCase().includes(words)) &&
    (arm === undefined || isInArm(event, arm, holds));
}

function isInArm({ data }: RecordedEvent, arm: (typeof arms)[number], given: string | undefined): boolean {
  return drawsIn(JSON.parse(data)).some(
    ({ lesson, shown }) => shown === (arm === "shown") && (given === undefined || lesson === given),
  );
}

/** The first events behind a place that fit. */
async function oldestAfter(reader: LedgerReader, after: number, limit: number, filter: Filter) {
  const isWanted = eventFilter(filter);
  const found: RecordedEvent[] = [];
  for (let from = after; found.length < limit && from - after < looksAt; from += pageSize) {
    const page = await reader.recordedAfter(from, pageSize);
    found.push(...page.filter(isWanted));
    if (page.length < pageSize) break;
  }
  return found.slice(0, limit);
}

/** The newest events before a place that fit, in the order of the log. */
async function newestBefore(reader: LedgerReader, before: number, limit: number, filter: Filter) {
  const isWanted = eventFilter(filter);
  const found: RecordedEvent[] = [];
  let from = before;
  while (from > 1 && found.length < limit && before - from < looksAt) {
    const start = Math.max(1, from - pageSize);
    const page = (await reader.recordedAfter(start - 1, from - start)).filter(isWanted);
    found.unshift(...page);
    from = start;
  }
  const events = found.slice(-limit);
  const cut = found.length > limit ? (events[0]?.seq ?? from) : from;
  return { events, before: cut > 1 ? cut : null };
}

function briefly({ seq, id, type, at, actor, origin, run, task, data }: RecordedEvent, withData: boolean) {
  const about = { run: run ?? null, taskId: task ?? null };
  const says = eventPhrase(type, JSON.parse(data));
  return { seq, id, type, at, actor, origin, ...about, says, ...(withData ? { data } : {}) };
}

async function render({ head, events }: Immutable<z.output<typeof output>>, style: Style): Promise<string> {
  if (events.length === 0) return head === 0 ? "Nothing was recorded yet." : "No such events.";
  const { table } = await import("../base/terminal/table.js");
  const rows = events.map(({ seq, at, type, actor, taskId, says }) => [
    String(seq),
    style.dim(at),
    style.bold(type),
    actor,
    taskId ?? "",
    says,
  ]);
  return table(rows, { right: [0] });
}
