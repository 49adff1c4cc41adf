import { fillFrame, frameOf } from "../../base/text/frame.js";
import { forgottenMark } from "../../log/events/blank-text.js";
import type { EventOf, WhetstoneEvent } from "../../log/events/catalog.js";
import { droppedNamed, type ShownFrame } from "../../log/events/shown-text.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";

type Exposure = EventOf<"lesson-exposed">;

/** A text that was given to an agent at one moment. */
export interface ShownText {
  readonly id: string;
  readonly at: string;
  readonly moment: Exposure["data"]["moment"];
  readonly run: string | null;
  readonly role: string | null;
  readonly text: string;
  /** False where the caller's own words or the text around the lessons were not kept. */
  readonly exact: boolean;
  readonly tokens: number;
  /** The lessons in it, each with the tokens of its own line. */
  readonly lessons: readonly {
    readonly lesson: string;
    readonly exposure: string;
    readonly tokens: number;
  }[];
  /** How many lessons had no room, and which, as far as they were named. */
  readonly dropped: number;
  readonly droppedLessons: readonly string[];
}

type Piece = Exclude<ShownFrame[number], string>;

/** What the log keeps of a text that holds these lines, which are shown in this order. */
export function recordOfText(
  text: string,
  lines: readonly { readonly text: string }[],
  dropped: readonly string[],
  own: readonly { readonly text: string; readonly piece: Piece }[] = [],
) {
  const places = lines.map((line, index) => ({ text: line.text, piece: index + 1 }));
  return {
    frame: frameOf<Piece>(text, [...own, ...places]),
    shown: lines.length,
    dropped: dropped.length,
    droppedLessons: dropped.slice(0, droppedNamed),
  };
}

/** More lessons than a plan of an earlier version holds: it does not say how many. */
const mostInPlan = 60;

/** The text that a brief, a plan or a single line gave to an agent; undefined for other events. */
export async function shownTextOf(
  reader: LedgerReader,
  event: WhetstoneEvent,
): Promise<ShownText | undefined> {
  if (event.type === "lesson-exposed") return lineAlone(event);
  if (event.type === "brief-made") {
    const exposures = await exposuresBehind(reader, event, event.data.shown);
    return { ...whole(event, exposures, event.data), moment: event.data.moment, role: event.data.role };
  }
  if (event.type !== "plan-made") return undefined;
  const { prompt } = event.data;
  const exposures = await exposuresBehind(reader, event, prompt?.shown ?? mostInPlan);
  return { ...whole(event, exposures, prompt ?? noRecord), moment: "plan", role: null };
}

const noRecord = { tokens: undefined, dropped: 0, droppedLessons: [] };

function lineAlone({ id, at, run, data }: Exposure): ShownText {
  const { moment, role = null, text, lesson } = data;
  const tokens = estimateTokens(text);
  const lessons = [{ lesson, exposure: id, tokens }];
  const one = { id, at, moment, run: run ?? null, role, text, exact: true, tokens, lessons };
  return { ...one, dropped: 0, droppedLessons: [] };
}

interface Recorded {
  readonly frame?: ShownFrame | undefined;
  readonly tokens: number | undefined;
  readonly dropped: number;
  readonly droppedLessons: readonly string[];
}

function whole(
  { id, at, run }: WhetstoneEvent,
  exposures: readonly Exposure[],
  { frame, tokens, dropped, droppedLessons }: Recorded,
) {
  const text =
    frame === undefined ? exposures.map(({ data }) => data.text).join("\n") : filled(frame, exposures);
  return {
    id,
    at,
    run: run ?? null,
    text,
    dropped,
    droppedLessons,
    exact: frame?.every((piece) => typeof piece !== "object") === true,
    tokens: tokens ?? estimateTokens(text),
    lessons: exposures.map(({ id: exposure, data: { lesson, text: line } }) => ({
      lesson,
      exposure,
      tokens: estimateTokens(line),
    })),
  };
}

function filled(frame: ShownFrame, exposures: readonly Exposure[]): string {
  return fillFrame(frame, (piece) =>
    typeof piece === "number"
      ? (exposures[piece - 1]?.data.text ?? forgottenMark)
      : `[the ${piece.own} as it was given, ${piece.chars} characters]`,
  );
}

/** What was shown with a brief or a plan is recorded right behind it. */
async function exposuresBehind(
  reader: LedgerReader,
  { id, seq, type }: EventOf<"brief-made"> | EventOf<"plan-made">,
  most: number,
): Promise<readonly Exposure[]> {
  if (most === 0) return [];
  const found: Exposure[] = [];
  for (const event of await reader.eventsAfter(seq, most)) {
    if (event.type !== "lesson-exposed") break;
    const isOfIt = type === "brief-made" ? event.data.brief === id : event.data.verb === "plan";
    if (!isOfIt) break;
    found.push(event);
  }
  return found;
}
