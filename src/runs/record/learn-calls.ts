import { digest } from "../../base/text/digest.js";
import { reflectInTransaction } from "../../lessons/directive/gate/reflect-on-phase.js";
import {
  type FoundWords,
  hearPast,
  type PastPrompt,
  type PastWords,
} from "../../lessons/directive/hear-past.js";
import { failures } from "../../lessons/failure/fold/failures.js";
import { recordShown, shownBySuccess } from "../../lessons/failure/learn-from-success.js";
import { type FinishedCall, readCall } from "../../lessons/failure/read-call.js";
import { type AboutCall, type RecordedFailure, recordFailure } from "../../lessons/failure/record-failure.js";
import { knownFailure } from "../../lessons/failure/rules/known.js";
import type { ReflectionResult } from "../../lessons/failure/rules/reflection/tool-call.js";
import type { FailureKind } from "../../lessons/failure/rules/state.js";
import { isRepeat } from "../../lessons/failure/rules/state.js";
import { threadWith } from "../../lessons/failure/thread-of.js";
import { laterOf } from "../../log/events/time.js";
import { transcriptReader } from "../../log/events/transcript.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { type LearnedSessionRow, learnedSessions } from "../fold/learned-sessions.js";
import { sessionCounts } from "../fold/session-counts.js";
import { taskChars, tasks } from "../fold/tasks.js";
import { type PhaseEnd, recordPhaseEnd } from "./record-phase-end.js";

/** A finished call of a session that is over, as a coding agent wrote it down. */
interface PastCall extends FinishedCall {
  readonly agent: string;
  readonly session: string;
  readonly run?: string | undefined;
  readonly id: string;
  readonly at: string;
}

/** The end of a session, as far as its transcript tells. */
interface PastEnd extends Omit<PhaseEnd, "phase" | "at"> {
  readonly agent: string;
  readonly session: string;
  readonly at: string;
}

export type PastStep =
  | { readonly call: PastCall }
  | { readonly prompt: PastPrompt }
  | { readonly end: PastEnd };

/** A call that failed, and what earlier sessions knew of it at that moment. */
interface PastFailure {
  readonly session: string;
  readonly call: string;
  readonly at: string;
  readonly kind: FailureKind;
  readonly signature: string;
  readonly text: string;
  /** An earlier session failed in the same way. */
  readonly repeated: boolean;
  /** What undid it in an earlier session; null when none had undone it. */
  readonly remedy: string | null;
}

/** A call that undid a failure before it, or may have. */
interface PastRemedy {
  readonly session: string;
  readonly call: string;
  readonly at: string;
  /** The lesson of the failure. */
  readonly lesson: string;
  readonly advice: string;
}

export interface LearnedCalls {
  /** Calls that were taken in. */
  readonly learned: number;
  /** Calls that were known already, or that hooks saw. */
  readonly known: number;
  readonly failures: readonly PastFailure[];
  readonly remedies: readonly PastRemedy[];
  /** What people said that lasts. */
  readonly said: readonly PastWords[];
}

/** The id of a call or a prompt as the log keeps it. */
export function callDigest(id: string): string {
  return digest(id);
}

/**
 * Takes in steps of past sessions in the order of their times, by the rules of the hooks, as one transaction.
 * A call that was taken in before, and one that the hooks saw themselves, changes nothing. Nothing is shown
 * to anyone.
 */
export async function learnSteps(
  context: Context,
  writer: LedgerWriter,
  steps: readonly PastStep[],
  words: FoundWords,
): Promise<LearnedCalls> {
  const sessions = new Map<string, Tally>();
  const lists = { failures: [] as PastFailure[], remedies: [] as PastRemedy[], said: [] as PastWords[] };
  const result = { learned: 0, known: 0, ...lists };
  for (const step of steps) {
    const { agent, session, at } = aboutStep(step);
    const tally = sessions.get(session) ?? newTally(agent, await writer.row(learnedSessions, session));
    sessions.set(session, tally);
    tally.at = laterOf(tally.at, at);
    writer.happenedAt(at);
    if ("end" in step) await endPastSession(context, writer, step.end, tally);
    else if ("prompt" in step) {
      if (!step.prompt.isRefusal) tally.firstPrompt ??= step.prompt.text.slice(0, taskChars);
      if (wasLearned(tally, step.prompt)) continue;
      tally.prompts.push(callDigest(step.prompt.id));
      result.said.push(...(await hearPast(context, writer, step.prompt, words)));
    } else if (wasLearned(tally, step.call)) result.known += 1;
    else {
      result.learned += 1;
      const { failure, remedies } = await learnCall(context, writer, step.call, tally);
      if (failure !== undefined) result.failures.push(failure);
      result.remedies.push(...remedies);
    }
  }
  for (const [session, tally] of sessions) await noteSession(writer, session, tally);
  return result;
}

/** Whose step it is, and when it happened. */
export function aboutStep(step: PastStep): Pick<PastCall, "agent" | "session" | "at"> {
  return "call" in step ? step.call : "prompt" in step ? step.prompt : step.end;
}

/** What one transaction takes in of a session. */
interface Tally {
  readonly agent: string;
  readonly before: ReadonlySet<string>;
  readonly liveSince: string | null;
  readonly endedBefore: string | null;
  readonly calls: string[];
  readonly prompts: string[];
  readonly broken: Set<string>;
  firstPrompt: string | undefined;
  failures: number;
  repeats: number;
  met: number;
  ended: boolean;
  at: string;
}

function newTally(agent: string, row: LearnedSessionRow | undefined): Tally {
  return {
    agent,
    before: new Set([...(row?.calls ?? []), ...(row?.prompts ?? [])]),
    liveSince: row?.liveSince ?? null,
    endedBefore: row?.endedAt ?? null,
    calls: [],
    prompts: [],
    broken: new Set(row?.broken ?? []),
    firstPrompt: undefined,
    failures: 0,
    repeats: 0,
    met: 0,
    ended: false,
    at: "",
  };
}

function wasLearned(
  { before, calls, prompts, liveSince }: Tally,
  { id, at }: PastCall | PastPrompt,
): boolean {
  const known = callDigest(id);
  const isLive = liveSince !== null && at >= liveSince;
  return isLive || before.has(known) || calls.includes(known) || prompts.includes(known);
}

async function learnCall(context: Context, writer: LedgerWriter, given: PastCall, tally: Tally) {
  const read = readCall(context, given);
  const { seen, reflection } = read;
  noteCall(tally, given, reflection.result);
  const about = transcriptSource(given.agent, given.session, given.run);
  if (read.kind !== undefined) {
    const recorded = await recordFailure(context, writer, read, about);
    threadWith(context, about, { ...seen, lesson: recorded.lesson });
    const failure = await pastFailure(writer, given, read.kind, recorded);
    countFailure(tally, failure);
    return { failure, remedies: [] };
  }
  const thread = threadWith(context, about, seen);
  if (seen.failed || seen.refused === true) return { failure: undefined, remedies: [] };
  const shown = await shownBySuccess(context, writer, thread, about);
  await recordShown(writer, shown, about);
  const { session, id, at } = given;
  const remedies = shown.undone.flatMap(({ lesson, pair }) =>
    pair === undefined ? [] : [{ session, call: id, at, lesson, advice: pair.worked.text }],
  );
  return { failure: undefined, remedies };
}

function noteCall({ calls, broken }: Tally, { id, tool }: PastCall, result: ReflectionResult): void {
  calls.push(callDigest(id));
  if (result === "failure" || result === "inapplicable") broken.add(tool);
  else broken.delete(tool);
}

function countFailure(tally: Tally, { repeated, remedy }: PastFailure): void {
  tally.failures += 1;
  tally.repeats += repeated ? 1 : 0;
  tally.met += repeated && remedy !== null ? 1 : 0;
}

/** What earlier sessions knew of a failure that was just recorded. */
async function pastFailure(
  writer: LedgerWriter,
  { session, id, at }: PastCall,
  kind: FailureKind,
  { signature, lesson, text }: RecordedFailure,
): Promise<PastFailure> {
  const row = await writer.row(failures, lesson);
  const seen = await writer.row(sessionCounts, lesson);
  return {
    session,
    call: id,
    at,
    kind,
    text,
    signature,
    repeated: seen?.kind === "failure" && isRepeat(kind, seen.sessions, session),
    remedy: row === undefined ? null : (knownFailure(row, session)?.chosen?.pair.worked.text ?? null),
  };
}

/** Once for each part of a session that was taken in. */
async function endPastSession(
  context: Context,
  writer: LedgerWriter,
  end: PastEnd,
  tally: Tally,
): Promise<void> {
  const { agent, session, at } = end;
  const live = tally.liveSince !== null && at >= tally.liveSince;
  if (live || (tally.endedBefore !== null && at <= tally.endedBefore)) return;
  tally.ended = true;
  const { agent: _agent, session: _session, ...outcome } = end;
  const about = { taskId: session, run: session, actor: transcriptReader, origin: `tool:${agent}` };
  const result = outcome.result ?? (tally.broken.size > 0 ? "partial" : "success");
  await recordPhaseEnd(context, writer, { ...outcome, ...about, phase: session, result });
  await reflectInTransaction(context, writer, session, about);
}

/** As the hooks name it: a session is its task and its phase. */
function transcriptSource(agent: string, session: string, run = session): AboutCall {
  return { phase: session, task: session, run, actor: transcriptReader, origin: `tool:${agent}` };
}

const brokenKept = 50;

async function noteSession(writer: LedgerWriter, session: string, tally: Tally): Promise<void> {
  const { agent, calls, prompts, failures, repeats, met, ended, at } = tally;
  const broken = [...tally.broken].slice(0, brokenKept);
  const firstPrompt = (await writer.row(tasks, session))?.text ? undefined : tally.firstPrompt;
  if (calls.length + prompts.length === 0 && !ended && firstPrompt === undefined) return;
  writer.happenedAt(at);
  await writer.append({
    type: "session-learned",
    data: { agent, session, firstPrompt, calls, prompts, failures, repeats, met, broken, ended },
    actor: transcriptReader,
    origin: `tool:${agent}`,
    task: session,
  });
}
