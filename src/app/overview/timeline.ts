import * as z from "zod/mini";
import type { WhetstoneEvent } from "../../log/events/catalog.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { TrailRow } from "../../projections/trails.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import { field } from "../field.js";
import type { Immutable } from "../immutable.js";
import { gateReasonWords } from "../phases/gate-reason-words.js";
import { type ShownText, shownTextOf } from "../trials/shown-texts.js";

const momentKinds = [
  "told",
  "held out",
  "stopped",
  "blocked",
  "asked",
  "failed",
  "mended",
  "answered",
  "learned",
  "kept open",
  "ended",
  "unguarded",
] as const;

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
    const isUnderWay = found.every(({ kind }) => kind !== "ended");
    if (!(isAbout(event, names) || (isUnderWay && isRemoval(event)))) continue;
    const text = shown.has(event.seq) ? await shownTextOf(reader, event) : undefined;
    const moment = text === undefined ? timelineMoment(event) : shownMoment(event, text);
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
  const { shown, heldOut, answers, failures, guarded, outcomes } = trail;
  const seqs = [shown, heldOut, answers, failures, guarded, outcomes].flatMap((each) => each.seqs);
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

/** Whoever removes the hooks does so for every session under way. */
function isRemoval({ type, origin }: WhetstoneEvent): boolean {
  return type === "setup-removed" && origin === "human";
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

function timelineMoment(event: WhetstoneEvent): TimelineMoment | undefined {
  const at = { ...seqAndTime(event), parts: [], lessons: [] };
  switch (event.type) {
    case "lesson-withheld":
      return { ...at, kind: "held out", text: event.data.text, lessons: [event.data.lesson] };
    case "reflection-recorded":
      return reflected(at, event.data);
    case "call-guarded":
      return guarded(at, event.data);
    case "receipt-recorded": {
      const { kind, source, detail = "", lesson } = event.data;
      const why = detail === "" ? "" : `: ${detail}`;
      return { ...at, kind: "answered", text: `${kind} by the ${source}${why}`, lessons: [lesson] };
    }
    case "gate-evaluated":
      return keptOpen(at, event.data);
    case "gate-overridden":
      return {
        ...at,
        kind: "kept open",
        text: `${event.actor} let it end: ${event.data.justification}`,
        lessons: event.data.lessons,
      };
    case "correction-heard":
      return { ...at, kind: "learned", text: `You said: ${event.data.text}`, lessons: [event.data.lesson] };
    case "phase-reflected":
      if (event.data.proposed.length === 0) return undefined;
      return { ...at, kind: "learned", text: "From what failed", lessons: event.data.proposed };
    case "outcome-recorded":
      return { ...at, kind: "ended", text: event.data.result };
    case "setup-removed":
      return {
        ...at,
        kind: "unguarded",
        text: `${event.actor} removed Whetstone from ${event.data.agents.join(", ")}`,
      };
    default:
      return undefined;
  }
}

type Bare = Pick<TimelineMoment, "seq" | "at" | "parts" | "lessons">;
type Evaluated = Extract<WhetstoneEvent, { readonly type: "gate-evaluated" }>["data"];

function keptOpen(at: Bare, { passed, blocks }: Evaluated): TimelineMoment | undefined {
  if (passed) return undefined;
  const reasons = [...new Set(blocks.map(({ reason }) => gateReasonWords[reason]))];
  return { ...at, kind: "kept open", text: reasons.join(", "), lessons: blocks.map(({ lesson }) => lesson) };
}

type Reflected = Extract<WhetstoneEvent, { readonly type: "reflection-recorded" }>["data"];

function reflected(at: Bare, { tool, result, text, cause, because, input = "", advice = "" }: Reflected) {
  if (result === "failure" || result === "inapplicable")
    return { ...at, kind: "failed", text: text ?? `${tool}: ${cause ?? because}` } as const;
  if (advice === "") return undefined;
  return { ...at, kind: "mended", text: `${tool}${input === "" ? "" : ` ${input}`}` } as const;
}

type Guarded = Extract<WhetstoneEvent, { readonly type: "call-guarded" }>["data"];

/** A call that was stopped once has the text that the agent read instead. */
function guarded(at: Bare, { decision, lessons, tool, call = "" }: Guarded): TimelineMoment | undefined {
  if (decision === "stopped") return undefined;
  const text = call === "" ? tool : `${tool} ${call}`;
  return { ...at, kind: decision === "denied" ? "blocked" : "asked", text, lessons };
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
