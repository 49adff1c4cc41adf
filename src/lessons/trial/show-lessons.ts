import type { Config } from "../../base/config/settings.js";
import type { EventData } from "../../log/events/catalog.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import { type RunRow, runs } from "../../runs/fold/runs.js";
import { type SessionRow, sessions } from "../../runs/fold/sessions.js";
import type { Context } from "../../verbs/call/context.js";
import { isFailure } from "../failure/rules/identity.js";
import { type Decided, drawLessons } from "./draw-lessons.js";

/** Where and when lessons are shown, and to whom. */
export interface Showing
  extends Pick<EventData<"lesson-exposed">, "verb" | "moment" | "role" | "brief" | "phase"> {
  readonly run: string | undefined;
  readonly task: string | undefined;
  readonly actor: string;
  readonly origin: string;
  /** Leaves out what this run has heard. */
  readonly fresh: boolean;
}

/** A lesson with the line in which it would be shown. */
interface Line {
  readonly lesson: string;
  readonly text: string;
}

export interface ShownLine extends Line {
  /** The id of the event that records it. */
  readonly exposure: string;
}

/** What of the lessons that fit a moment is shown, and what is held out of this session. */
export interface Chosen<Candidate> {
  readonly shown: readonly (Candidate & WithProbability)[];
  /** Only those that no earlier moment of the session held out. */
  readonly heldOut: readonly (Candidate & WithProbability)[];
}

interface WithProbability {
  readonly probability: number;
  readonly position: number;
}

/** Decides and records at once. */
export async function showLessons<Candidate extends Line>(
  context: Context,
  writer: LedgerWriter,
  showing: Showing,
  candidates: readonly Candidate[],
): Promise<readonly (Candidate & ShownLine)[]> {
  return recordChosen(writer, showing, await chooseLessons(context, writer, showing, candidates));
}

/**
 * The one place that decides which of the lessons that fit a moment are shown. Candidates come in the order in
 * which they would be shown.
 */
export async function chooseLessons<Candidate extends Line>(
  context: Context,
  reader: LedgerReader,
  showing: Pick<Showing, "run" | "task" | "phase" | "moment" | "fresh">,
  candidates: readonly Candidate[],
): Promise<Chosen<Candidate>> {
  const heard = showing.fresh ? await heardBy(reader, showing.run, showing.moment) : new Set<string>();
  const unheard = candidates.filter(({ lesson }) => !heard.has(lesson));
  const session = sessionOf({ ...showing, data: showing });
  const drawn = unheard.filter(({ lesson }) => isFailure(lesson)).map(({ lesson }) => lesson);
  if (drawn.length === 0) return { shown: unheard.map((each, at) => placed(each, at, 1)), heldOut: [] };
  const row = session === undefined ? undefined : await reader.row(sessions, session);
  const allowed = withinSession(tokensLeft(row, context.ledger.config.reflection), unheard);
  const decided = await drawLessons(context, reader, { session, moment: showing.moment, row }, drawn);
  const all = allowed.map((each, at) => ({ each, at, ...(decided.get(each.lesson) ?? alwaysShown) }));
  const kept = all.filter(({ shown }) => shown);
  return {
    shown: kept.map(({ each, probability }, at) => placed(each, at, probability)),
    heldOut: all
      .filter(({ isNew }) => isNew)
      .map(({ each, at, probability }) => placed(each, at, probability)),
  };
}

const alwaysShown: Decided = { shown: true, probability: 1, isNew: false };

function placed<Candidate>(candidate: Candidate, at: number, probability: number) {
  return { ...candidate, probability, position: at + 1 };
}

/** Puts on record what is shown, before anyone reads it, and what is held out. */
export async function recordChosen<Candidate extends Line>(
  writer: LedgerWriter,
  { run, task, actor, origin, fresh: _, ...where }: Showing,
  { shown, heldOut }: Chosen<Candidate>,
): Promise<readonly (Candidate & ShownLine)[]> {
  const about = { run, task, actor, origin };
  const dataOf = ({ lesson, text, position, probability }: Line & WithProbability) => ({
    lesson,
    ...where,
    position,
    text,
    probability,
  });
  const exposed = await writer.appendAll(
    shown.map((each) => ({ type: "lesson-exposed", data: dataOf(each), ...about })),
  );
  await writer.appendAll(heldOut.map((each) => ({ type: "lesson-withheld", data: dataOf(each), ...about })));
  return shown.map(({ probability: _probability, position: _position, ...candidate }, at) => ({
    ...(candidate as unknown as Candidate),
    exposure: exposed[at]?.id ?? "",
  }));
}

/** What the conversation of a run holds. What was announced does not keep the call from being stopped. */
export async function heardBy(
  reader: LedgerReader,
  run: string | undefined,
  moment: Showing["moment"],
): Promise<ReadonlySet<string>> {
  const row = run === undefined ? undefined : await reader.row(runs, run);
  const held = row?.shown.filter((each) => each.held && (moment !== "call" || each.stopped)) ?? [];
  return new Set(held.map(({ lesson }) => lesson));
}

/** What the conversation of a run holds; with a role, what it was shown in that role. */
export function heardIn(row: RunRow | undefined, role?: string): ReadonlySet<string> {
  const mine = row?.shown.filter(
    (each) => each.held && (role === undefined || isFailure(each.lesson) || each.role === role),
  );
  return new Set(mine?.map(({ lesson }) => lesson));
}

/** The tokens of failure lessons that a session may still be shown. */
export function tokensLeft(
  row: SessionRow | undefined,
  { sessionTokens }: Pick<Config["reflection"], "sessionTokens">,
): number {
  return sessionTokens - (row?.failureTokens ?? 0);
}

function withinSession<Candidate extends Line>(
  tokens: number,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  let left = tokens;
  return candidates.filter(({ lesson, text }) => {
    if (!isFailure(lesson)) return true;
    left -= estimateTokens(text);
    return left >= 0;
  });
}
