import { epochMs } from "../events/time.js";

/** A time as a place in a sorted list: the newest comes first. */
export function newestFirst(at: string): string {
  return String(1e15 - epochMs(at)).padStart(16, "0");
}
