import type { RecordedEvent } from "../../events/envelope.js";
import { sumOfEvent } from "./checksum.js";
import { damaged } from "./translate-error.js";

/** A row of the table `events` as every statement reads it. */
export type StoredEvent = readonly [
  seq: number,
  id: string,
  type: string,
  at: string,
  actor: string,
  origin: string,
  run: string | null,
  task: string | null,
  key: string | null,
  v: number,
  data: string,
  sum: number,
];

/**
 * The event, checked against its sum. Written out by hand: a log is read by the million, and spreading
 * objects costs more than reading them.
 */
export function eventFrom(
  [seq, id, type, at, actor, origin, run, task, key, v, data, sum]: StoredEvent,
  project: string,
  file: string,
): RecordedEvent {
  const event: { -readonly [Field in keyof RecordedEvent]: RecordedEvent[Field] } = {
    id,
    project,
    seq,
    type,
    at,
    actor,
    origin,
    v,
    data,
  };
  if (run !== null) event.run = run;
  if (task !== null) event.task = task;
  if (key !== null) event.key = key;
  if (sum !== sumOfEvent(event) || !holdsTexts(event))
    throw damaged(file, `event ${seq} does not match its checksum`);
  return event;
}

/** One flipped bit in its header makes a text of SQLite's a blob, whose bytes have the same sum. */
function holdsTexts({
  id,
  type,
  at,
  actor,
  origin,
  data,
  run = "",
  task = "",
  key = "",
}: RecordedEvent): boolean {
  return (
    typeof id === "string" &&
    typeof type === "string" &&
    typeof at === "string" &&
    typeof actor === "string" &&
    typeof origin === "string" &&
    typeof data === "string" &&
    typeof run === "string" &&
    typeof task === "string" &&
    typeof key === "string"
  );
}
