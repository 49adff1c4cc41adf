import { dayMs, epochMs } from "./events/time.js";

const part = "\u001e";
const farthest = "9".repeat(16);

/**
 * Lessons of a view that are in this state, sorted by the moment from which on they no longer are; strategies by
 * the period in which that moment lies.
 */
export function stateList(state: string): string {
  return ["state", state, ""].join(part);
}

/** A moment as a place in a sorted list, in epoch milliseconds; the earliest comes first. */
export function earliestFirst(ms: number): string {
  return ms < Number(farthest) ? String(Math.max(0, Math.ceil(ms))).padStart(farthest.length, "0") : farthest;
}

/** Long enough that the end of a state in regular use stays in its period for many outcomes. */
const periodMs = 30 * dayMs;

/**
 * The beginning of the period in which a moment lies, as a place. Each use of a strategy puts off the end of its
 * state by hours or days, and a place to the millisecond would be rewritten with every outcome.
 */
export function periodOf(ms: number): string {
  return earliestFirst(Math.floor(ms / periodMs) * periodMs);
}

/** A time as a place in a sorted list; the newest comes first. */
export function newestFirst(at: string): string {
  return String(1e15 - epochMs(at)).padStart(16, "0");
}

/** The key of the one row of the view of totals. */
export const totalsKey = "all";

/** The key of the row that adds up all sessions. */
export const allSessionsKey = "all";

/** Phases that began and did not end; the one in which something happened last comes first. */
export const openPhases = `open${part}`;

/** Phases that were over although their gate was closed, and wait for a person; the newest comes first. */
export const leftPhases = `left${part}`;

/** Adapters that work under learned limits, sorted by the moment after which those are stale. */
export const overlayList = `overlay${part}`;

/** Active directives that became critical by themselves, the newest escalation first. */
export const escalatedList = `escalated${part}`;

/** Tasks that ended and are known by what they were about; the newest comes first. */
export const finishedTasks = `finished${part}`;

/** Sessions of coding agents that were read from their transcripts; the newest comes first. */
export const pastSessions = `session${part}`;
