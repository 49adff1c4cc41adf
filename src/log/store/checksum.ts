import { crc32 } from "node:zlib";
import type { RecordedEvent } from "../events/envelope.js";

/**
 * The sum of a row (project, key, JSON) or of the marks (project, place, JSON). CRC-32 finds every single
 * flipped bit: it guards against broken disks, not against people.
 */
export function sumOf(project: string, place: string | number, text: string): number {
  return crc32(`${project}\0${place}\0${text}`);
}

/**
 * Joined by a character that no field can hold in its raw form; a part that is not there is not the empty
 * text.
 */
export function sumOfEvent(event: RecordedEvent): number {
  const { project, seq, id, type, at, actor, origin, run, task, key, v, data } = event;
  const envelope = `${project}\0${seq}\0${id}\0${type}\0${at}\0${actor}\0${origin}\0${v}`;
  return crc32(`${envelope}\0${part(run)}\0${part(task)}\0${part(key)}\0${data}`);
}

function part(text: string | undefined): string {
  return text === undefined ? "" : `=${text}`;
}
