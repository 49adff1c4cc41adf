import * as z from "zod/mini";
import { type ShownText, shownTextOf } from "../../lessons/trial/shown-texts.js";
import { definitionOf, type WhetstoneEvent } from "../../log/events/catalog.js";
import { type Moment, momentKinds, trailParts } from "../../log/events/moment.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import type { TrailRow } from "../../runs/fold/trails.js";
import { field } from "../call/field.js";
import type { Immutable } from "../call/immutable.js";

export const momentOutput = z.strictObject({
  seq: field("The place in the log of the event behind it.", z.int()),
  at: z.string(),
  kind: field("What happened at that moment.", z.enum(momentKinds)),
  text: field("What happened, in a few words.", z.string()),
  parts: field(
    "The text that the agent was given, block by block, each with its tokens; empty for other moments.",
    z.array(z.strictObject({ text: z.string(), tokens: z.int() })),
  ),
  lessons: field("The lessons that it is about.", z.array(z.string())),
});

export type TimelineMoment = Immutable<z.output<typeof momentOutput>>;

/** A session of a day has some thousand events; of a longer one the newest are read. */
const mostEvents = 5_000;
const pageSize = 1_000;

/** What happened in a session or a run, in the order of the log. */
export async function timelineOf(reader: LedgerReader, trail: TrailRow): Promise<readonly TimelineMoment[]> {
  const names = new Set([trail.name, ...trail.runs]);
  const shown = new Set(trail.shown.seqs);
  const found: TimelineMoment[] = [];
  for (const event of await eventsAround(reader, trail)) {
    const own = definitionOf(event.type).moment?.(event);
    const isOfAll = own?.everySession === true && found.every(({ kind }) => kind !== "ended");
    if (!isOfAll && !isAbout(event, names)) continue;
    const text = shown.has(event.seq) ? await shownTextOf(reader, event) : undefined;
    const moment = text === undefined ? own && timelineMoment(event, own) : shownMoment(event, text);
    if (moment !== undefined && !isAskedAgain(found, moment)) found.push(moment);
  }
  return found;
}

/** A gate is asked at the end of a turn and at the end of the session: its reasons are told when they change. */
function isAskedAgain(found: readonly TimelineMoment[], { kind, text, lessons }: TimelineMoment): boolean {
  const last = found.findLast((each) => each.kind === "kept open");
  return kind === "kept open" && last?.text === text && last.lessons.join(" ") === lessons.join(" ");
}

/** The stretch of the log in which the session took place, and what was learned from it right behind. */
async function eventsAround(reader: LedgerReader, trail: TrailRow): Promise<readonly WhetstoneEvent[]> {
  const seqs = trailParts.flatMap((part) => trail[part].seqs);
  if (seqs.length === 0) return [];
  const last = Math.max(...seqs) + behind;
  const first = Math.max(Math.min(...seqs), last - mostEvents);
  const events: WhetstoneEvent[] = [];
  for (let seq = first - 1; seq < last; seq += pageSize)
    events.push(...(await reader.eventsAfter(seq, Math.min(pageSize, last - seq))));
  return events;
}

/** What a session taught is recorded after its outcome. */
const behind = 20;

function isAbout(event: WhetstoneEvent, names: ReadonlySet<string>): boolean {
  const data = "phase" in event.data ? { phase: event.data.phase } : {};
  const session = sessionOf({ task: event.task, run: event.run, data });
  return names.has(session ?? "") || names.has(event.run ?? "");
}

function shownMoment(event: WhetstoneEvent, shown: ShownText): TimelineMoment {
  const lessons = shown.lessons.map(({ lesson }) => lesson);
  const rest = shown.dropped === 0 ? "" : `; ${shown.dropped} had no room`;
  const text = `${momentNames[shown.moment]}, ${shown.tokens} tokens${rest}`;
  const kind = shown.moment === "call" ? "stopped" : "told";
  return { ...seqAndTime(event), kind, text, parts: textBlocks(shown.text), lessons };
}

const momentNames: Readonly<Record<ShownText["moment"], string>> = {
  start: "As it started",
  prompt: "At a prompt",
  agent: "As a sub-agent started",
  call: "Before a call",
  failure: "At the failure",
  plan: "With a plan",
  brief: "With a brief",
};

function timelineMoment(event: WhetstoneEvent, { kind, text, lessons = [] }: Moment): TimelineMoment {
  return { ...seqAndTime(event), kind, text, parts: [], lessons };
}

function seqAndTime({ seq, at }: WhetstoneEvent) {
  return { seq, at };
}

/** Where a block of a prompt begins. */
const blockStart = /^(?==== (?!END )|<[\w-]+>$)/m;

/** A prompt's blocks, each with its tokens. */
function textBlocks(text: string): readonly { readonly text: string; readonly tokens: number }[] {
  return text
    .split(blockStart)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => ({ text: part, tokens: estimateTokens(part) }));
}
