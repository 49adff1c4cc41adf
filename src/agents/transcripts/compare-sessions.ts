import { join } from "node:path";
import {
  changedLessons,
  type ReplayedSide,
  type ReplayResult,
  replayedSide,
  withoutEffect,
} from "../../lessons/replay/replay-result.js";
import { isDecided, kindOf, ReplaySide } from "../../lessons/replay/replay-side.js";
import { coverageOf } from "../../lessons/trial/rules/coverage.js";
import type { WhetstoneEvent } from "../../log/events/catalog.js";
import { courseOf } from "./course-of-replay.js";
import { type Replayed, replaySessions } from "./replay-sessions.js";
import type { SessionEntry } from "./session-file.js";

export interface Comparison {
  readonly entries: readonly SessionEntry[];
  /** The settings in force, and those to try, as assignments. */
  readonly today: readonly string[];
  readonly set: readonly string[];
  /** An empty folder that nobody else uses; the project's key decides what chance holds out. */
  readonly scratch: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Replays sessions through the hooks twice, under the settings in force and under others. */
export async function compareSessions(comparison: Comparison): Promise<ReplayResult> {
  const { entries, today, set, onProgress } = comparison;
  const half = (begun: number) => (done: number, total: number) => onProgress?.(begun + done, 2 * total);
  const first = await replayIn(comparison, "today", today, half(0));
  const second = await replayIn(comparison, "changed", [...today, ...set], half(entries.length));
  return {
    over: "sessions",
    set: [...set],
    withoutEffect: withoutEffect(set),
    since: null,
    events: entries.length,
    recorded: null,
    today: first.side,
    changed: second.side,
    ...changedLessons(first.sessions, second.sessions, kindOf),
    effect: null,
  };
}

interface Side {
  readonly side: ReplayedSide;
  /** By lesson: in how many sessions it was shown. */
  readonly sessions: ReadonlyMap<string, number>;
}

async function replayIn(
  { entries, scratch, project, env }: Comparison,
  name: string,
  set: readonly string[],
  onProgress: (done: number, total: number) => void,
): Promise<Side> {
  const place = { root: scratch, project, env: { ...env, WHETSTONE_DATA_DIR: join(scratch, name) } };
  return sideOf(await replaySessions(entries, { ...place, set }, onProgress));
}

function sideOf(replayed: Replayed): Side {
  const course = courseOf(replayed);
  const tally = new ReplaySide();
  for (const event of replayed.events as readonly unknown[] as readonly WhetstoneEvent[])
    if (isDecided(event)) tally.note(event, event.seq, true);
  const { byKind, byMoment, heldOut, sessions } = tally;
  const { stops, rightStops } = course;
  const coverage = coverageOf(course);
  return {
    side: replayedSide({ coverage, byKind, byMoment, heldOut, stops, rightStops }),
    sessions: new Map([...sessions].map(([lesson, some]) => [lesson, some.size])),
  };
}
