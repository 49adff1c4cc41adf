import { epochMs, isoTime } from "../../log/events/time.js";
import { readFailureType } from "../../runs/reliability/failure-type.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { Entry, Transcript } from "./transcript.js";

/** What the transcripts of a session tell of it as a whole, since its end was last taken in. */
export interface PastSession {
  readonly endedAt: number;
  /** Its transcripts that are not read to their end. */
  open: number;
  /** When one of them was last written. */
  writtenAt: number;
  calls: number;
  readonly files: Set<string>;
  readonly adapters: Set<string>;
  /** The adapter that failed last and has not worked since, with the kind of failure its error names. */
  failed: { readonly adapter: string; readonly failureType: string | undefined } | undefined;
  /** The time between prompts and the last thing done for them. */
  activeMs: number;
  turnSince: number | undefined;
  lastAt: number;
}

export function newPastSession(endedAt: string | null): PastSession {
  return {
    endedAt: endedAt === null ? 0 : epochMs(endedAt),
    open: 0,
    writtenAt: 0,
    calls: 0,
    files: new Set(),
    adapters: new Set(),
    failed: undefined,
    activeMs: 0,
    turnSince: undefined,
    lastAt: 0,
  };
}

const filesKept = 2_000;

export function noteEntry(past: PastSession, { folder }: Transcript, entry: Entry): void {
  if (entry.at <= past.endedAt) return;
  if (entry.kind === "prompt") endTurn(past, entry.at);
  past.turnSince ??= entry.at;
  past.lastAt = Math.max(past.lastAt, entry.at);
  if (entry.kind !== "call") return;
  past.calls += 1;
  const { use, facts, output } = entry.moment;
  const failed = facts.isError === true || (facts.exitCode ?? 0) !== 0;
  if (use.writes && !failed)
    for (const file of use.files) if (past.files.size < filesKept) past.files.add(inProject(folder, file));
  if (use.adapter === undefined) return;
  past.adapters.add(use.adapter);
  if (failed) past.failed = { adapter: use.adapter, failureType: readFailureType(output) };
  else if (past.failed?.adapter === use.adapter) past.failed = undefined;
}

function endTurn(past: PastSession, promptAt: number): void {
  past.activeMs += past.turnSince === undefined ? 0 : past.lastAt - past.turnSince;
  past.turnSince = promptAt;
}

function inProject(folder: string, file: string): string {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
}

/** As for a session whose host was killed: after an hour of silence it counts as over. */
const silentMs = 3_600_000;

type Step = Parameters<Whetstone["learnCalls"]>[0]["steps"][number];
type End = Extract<Step, { readonly end: unknown }>["end"];

/** The end of a session; undefined for one that did nothing or may still go on. */
export function pastEnd(past: PastSession, { agent, session }: Transcript, now: number): End | undefined {
  if (past.calls === 0 || now - past.writtenAt < silentMs) return undefined;
  endTurn(past, past.lastAt);
  return {
    agent,
    session,
    at: isoTime(past.lastAt),
    durationMs: past.activeMs,
    filesTouched: [...past.files],
    adaptersUsed: [...past.adapters].slice(0, 100),
    ...(past.failed === undefined
      ? {}
      : { failedAdapter: past.failed.adapter, failureType: past.failed.failureType }),
  };
}
