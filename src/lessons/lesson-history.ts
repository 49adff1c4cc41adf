import type { WhetstoneEvent } from "../log/events/catalog.js";
import { sessionOf } from "../log/events/session-of.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { eventsIn } from "./explain/trail-events.js";
import { lessonRow } from "./find-lesson.js";

interface LessonEvent {
  readonly seq: number;
  readonly id: string;
  readonly at: string;
  readonly type: string;
  readonly actor: string;
  readonly session: string | null;
  readonly line: string | null;
  readonly reason: string | null;
}

/** The newest events about a lesson, as far as its row names them; the newest first. */
export async function lessonHistory(reader: LedgerReader, lesson: string): Promise<readonly LessonEvent[]> {
  const found = await lessonRow(reader, lesson);
  const seqs = found?.of.events(found.row) ?? [];
  return (await eventsIn(reader, seqs)).map(lessonEvent).toReversed();
}

function lessonEvent(event: WhetstoneEvent): LessonEvent {
  const { seq, id, at, type, actor, data, task, run } = event;
  const phase = "phase" in data && typeof data.phase === "string" ? data.phase : undefined;
  return {
    seq,
    id,
    at,
    type,
    actor,
    session: sessionOf({ task, run, data: { phase } }) ?? null,
    line: event.type === "lesson-exposed" ? event.data.text : null,
    reason: "reason" in data && typeof data.reason === "string" ? data.reason : null,
  };
}
