import { grouped } from "../../base/text/counted.js";
import { failureId } from "../../lessons/failure/rules/identity.js";
import type { Dated } from "./in-time-order.js";
import type { LearnedBatch } from "./learn-transcripts.js";

type PastFailure = LearnedBatch["failures"][number];
type PastRemedy = LearnedBatch["remedies"][number];

/** The calls of one run, in their order. */
interface Run {
  readonly calls: { readonly at: number; tokens: number }[];
  /** Written since the last call. */
  tokens: number;
}

interface CallPlace {
  readonly agent: string;
  readonly run: Run;
  readonly index: number;
}

/** What a stretch of a session cost. */
export interface Cost {
  readonly calls: number;
  readonly minutes: number;
  /** What the model wrote. */
  readonly tokens: number;
}

/** Calls and minutes in words. */
export function costText({ calls, minutes }: Pick<Cost, "calls" | "minutes">): string {
  const many = (count: number, noun: string) => `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`;
  const time = minutes < 1 ? "less than a minute" : many(Math.round(minutes), "minute");
  return `${many(calls, "call")} and ${time}`;
}

/** From a failure to the call that undid it, as places in a run. */
export interface Stretch {
  readonly run: Run;
  readonly from: number;
  readonly to: number;
  /** Whether a call that undid it was seen. */
  readonly recovered: boolean;
}

/** A person's pause is not work: no more than this counts between two calls. */
const longestPauseMs = 600_000;

/** Keeps what is needed to tell what failures cost: a few numbers for each call. */
export class Tally {
  readonly failures: (PastFailure & { readonly agent: string })[] = [];
  readonly sessions = new Map<string, { readonly agent: string; calls: number }>();
  readonly weeks = new Map<string, number>();
  calls = 0;
  firstAt = Number.POSITIVE_INFINITY;
  lastAt = 0;
  readonly #runs = new Map<string, Run>();
  readonly #places = new Map<string, CallPlace>();
  readonly #remedies = new Map<string, PastRemedy[]>();

  noteEntry({ transcript, entry }: Dated): void {
    if (entry === undefined || entry.kind === "prompt" || entry.kind === "answered") return;
    const run = entry.kind === "call" ? entry.moment.run : transcript.run;
    const known = this.#runs.get(`${transcript.session}\n${run}`) ?? { calls: [], tokens: 0 };
    this.#runs.set(`${transcript.session}\n${run}`, known);
    if (entry.kind === "tokens") known.tokens += entry.written;
    else this.#noteCall(transcript, entry, known);
  }

  #noteCall(
    { agent, session }: Dated["transcript"],
    { id, at }: { readonly id: string; readonly at: number },
    run: Run,
  ): void {
    if (this.#places.has(id)) return;
    this.#places.set(id, { agent, run, index: run.calls.length });
    run.calls.push({ at, tokens: run.tokens });
    run.tokens = 0;
    const seen = this.sessions.get(session) ?? { agent, calls: 0 };
    seen.calls += 1;
    this.sessions.set(session, seen);
    this.weeks.set(weekOf(at), (this.weeks.get(weekOf(at)) ?? 0) + 1);
    this.calls += 1;
    this.firstAt = Math.min(this.firstAt, at);
    this.lastAt = Math.max(this.lastAt, at);
  }

  noteBatch({ failures, remedies }: LearnedBatch): void {
    for (const failure of failures) {
      const agent = this.#places.get(failure.call)?.agent ?? "";
      this.failures.push({ ...failure, agent });
    }
    for (const remedy of remedies) {
      const key = `${remedy.session}\n${remedy.lesson}`;
      this.#remedies.set(key, [...(this.#remedies.get(key) ?? []), remedy]);
    }
  }

  /** What undid a failure in its own session; undefined when nothing did. */
  remedyOf({ session, signature, at }: PastFailure): PastRemedy | undefined {
    return this.#remedies.get(`${session}\n${failureId(signature)}`)?.find((each) => each.at >= at);
  }

  /** From a failure to the call that undid it in the same run; the failed call alone where none did. */
  stretchOf(failure: PastFailure): Stretch | undefined {
    const from = this.#places.get(failure.call);
    if (from === undefined) return undefined;
    const remedy = this.remedyOf(failure);
    const to = remedy && this.#places.get(remedy.call);
    const recovered = to !== undefined && to.run === from.run && to.index > from.index;
    return { run: from.run, from: from.index, to: recovered ? to.index : from.index + 1, recovered };
  }
}

/** What stretches cost together: what two of them share is counted once. */
export function costOf(stretches: readonly Stretch[]): Cost {
  const cost = { calls: 0, minutes: 0, tokens: 0 };
  for (const [run, places] of placesByRun(stretches))
    for (const index of places) {
      const call = run.calls[index];
      const next = run.calls[index + 1];
      if (call === undefined) continue;
      cost.calls += 1;
      if (next === undefined) continue;
      cost.minutes += Math.min(longestPauseMs, Math.max(0, next.at - call.at)) / 60_000;
      cost.tokens += next.tokens;
    }
  return cost;
}

function placesByRun(stretches: readonly Stretch[]): ReadonlyMap<Run, ReadonlySet<number>> {
  const runs = new Map<Run, Set<number>>();
  for (const { run, from, to, recovered } of stretches) {
    const places = runs.get(run) ?? new Set();
    runs.set(run, places);
    // What follows a failure that nothing undid may be other work: nothing of it counts.
    if (recovered) for (let index = from; index < to; index += 1) places.add(index);
  }
  return runs;
}

const weekMs = 7 * 86_400_000;
/** The first Monday of 1970. */
const firstMonday = 4 * 86_400_000;

/** The Monday of a time's week in UTC, such as 2026-01-05. */
export function weekOf(at: number): string {
  const monday = firstMonday + Math.floor((at - firstMonday) / weekMs) * weekMs;
  return new Date(monday).toISOString().slice(0, 10);
}
