import { epochMs } from "../events/time.js";

const part = "\u001e";
const farthest = "9".repeat(16);

/** Lessons of a view that are in this state, sorted by the moment from which on they no longer are. */
export function stateList(state: string): string {
  return ["state", state, ""].join(part);
}

/** A moment as a place in a sorted list, in epoch milliseconds; the earliest comes first. */
export function moment(ms: number): string {
  return ms < Number(farthest) ? String(Math.max(0, Math.ceil(ms))).padStart(farthest.length, "0") : farthest;
}

/** A time as a place in a sorted list; the newest comes first. */
export function newestFirst(at: string): string {
  return String(1e15 - epochMs(at)).padStart(16, "0");
}

/** The key of the one row of the view of totals. */
export const totalsKey = "all";

/** Phases that began and did not end, the last to begin first. */
export const openPhases = `open${part}`;

/** Adapters that work under learned limits, sorted by the moment after which those are stale. */
export const overlayList = `overlay${part}`;

/** Active directives that became critical by themselves, the newest escalation first. */
export const escalatedList = `escalated${part}`;
