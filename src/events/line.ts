import type { RecordedEvent } from "./envelope.js";

/**
 * One event as one line of JSON, always with the same bytes: fixed order of fields, `data` as it was written.
 * The project is left out, so that a log can move between clones whose project keys differ.
 */
export function lineOf(event: RecordedEvent): string {
  const { id, seq, type, at, actor, origin, run, task, key, v } = event;
  const head = JSON.stringify({ id, seq, type, at, actor, origin, run, task, key, v });
  return `${head.slice(0, -1)},"data":${event.data}}`;
}
