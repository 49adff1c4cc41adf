import { crc32 } from "node:zlib";
import type { RecordedEvent } from "../../events/envelope.js";
import { lineOf } from "../../events/line.js";

/** CRC-32: finds every single flipped bit. It guards against broken disks, not against people. */
export function sumOf(...parts: readonly (string | number)[]): number {
  return crc32(parts.join("\0"));
}

export function sumOfEvent(event: RecordedEvent): number {
  return sumOf(event.project, lineOf(event));
}
