import * as z from "zod/mini";
import { masked } from "../../base/text/masked.js";
import { oneLine } from "../../base/text/one-line.js";

import { quoteAsData } from "../../lessons/unconfirmed/quote-as-data.js";
import { outcomeRecorded } from "../../log/events/outcome.js";
import { epochMs, isoTime } from "../../log/events/time.js";
import { newestFirst } from "../../log/list-keys.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { placeKey } from "../../log/store/sorted-lists.js";
import {
  type CountedSession,
  repeatedList,
  sessionCounts,
  sessionKey,
  startedList,
} from "../../runs/fold/session-counts.js";
import { tasks } from "../../runs/fold/tasks.js";
import type { Context } from "../call/context.js";
import { field } from "../call/field.js";

/** A session in a few numbers. */
export const listedSessionOutput = z.strictObject({
  session: z.string(),
  name: field(
    "What it was about: what a person typed first in it, or the text of its plan; empty where that is not known.",
    z.string(),
  ),
  branch: field("The branch that it began on; empty where that is not known.", z.string()),
  startedAt: field("When its first event was recorded; it is counted in the week of that.", z.string()),
  lastAt: field("The newest event that counts.", z.string()),
  agent: field("The coding agent, or another actor.", z.string()),
  calls: field("The number of tool calls; null if it was not counted.", z.nullable(z.int())),
  failures: z.int(),
  blocked: field("How many of its calls were denied, stopped once or put to a person.", z.int()),
  repeatable: field("How many of the failures are of a kind that can come back.", z.int()),
  repeats: field("How many of the failures an earlier session had.", z.int()),
  shown: field("How many lessons it was shown.", z.int()),
  tokens: field("The tokens that this added to its prompts.", z.int()),
  result: field("How it ended; null where that is not known.", z.nullable(outcomeRecorded.data.shape.result)),
});

/** Which sessions to list, by when they began: from the first time to before the second. */
export interface SessionQuery {
  readonly from: number;
  readonly to: number;
  readonly repeats: boolean;
  readonly limit: number;
  /** The last session of the page before. */
  readonly after: CountedSession | undefined;
}

export type ListedSession = z.output<typeof listedSessionOutput>;

const nameChars = 100;

/** For a caller that may be a model: what a person typed and what a branch is called are data. */
export function quotedSession<Listed extends Pick<ListedSession, "name" | "branch">>(
  session: Listed,
): Listed {
  return { ...session, name: quoteAsData(session.name), branch: quoteAsData(session.branch) };
}

/** Sessions as they are listed, each by what it was about, unless a person does not want that. */
export async function withNames(
  { places, ledger }: Pick<Context, "places" | "ledger">,
  reader: LedgerReader,
  rows: readonly CountedSession[],
): Promise<ListedSession[]> {
  const { sessionNames } = ledger.config.hosts;
  const plans = await reader.rowsAt(
    tasks,
    rows.map(({ session }) => session),
  );
  const texts = new Map(plans.map(({ task, text }) => [task, masked(text, places.root)]));
  return rows.map(({ kind: _kind, isBefore: _isBefore, ...each }) => {
    const name = each.name === "" ? (texts.get(each.session) ?? "") : each.name;
    return {
      ...each,
      name: sessionNames ? oneLine(name, nameChars) : "",
      branch: sessionNames ? each.branch : "",
    };
  });
}

/** One page of sessions, the newest first, and the name of its last one if there are more. */
export async function sessionsListed(
  context: Pick<Context, "places" | "ledger">,
  reader: LedgerReader,
  { from, to, repeats, limit, after }: SessionQuery,
): Promise<{ readonly sessions: ListedSession[]; readonly next?: string }> {
  const list = repeats ? repeatedList : startedList;
  // A list of the newest first: what began before a time stands behind the last moment before it.
  const upTo = to === Number.POSITIVE_INFINITY ? list : list + newestFirst(isoTime(to - 1));
  const place = after === undefined ? upTo : [upTo, placeIn(list, after)].sort().at(-1);
  const found = await reader.rowsFrom(sessionCounts, { list, after: place, limit: limit + 1 });
  const all = found
    .map(({ row }) => row)
    .filter((row) => row.kind === "session")
    .filter(({ startedAt }) => epochMs(startedAt) >= from);
  const sessions = await withNames(context, reader, all.slice(0, limit));
  const last = sessions.at(-1)?.session;
  return { sessions, ...(all.length > limit && last !== undefined ? { next: last } : {}) };
}

/** How many of the newest sessions `today` and `doctor` speak of. */
const newestCounted = 20;

/** The newest sessions, whatever happened in them, and how many of them were shown something. */
export async function newestSessions(
  context: Pick<Context, "places" | "ledger">,
  reader: LedgerReader,
): Promise<{ readonly sessions: readonly ListedSession[]; readonly shown: number }> {
  const all = {
    from: 0,
    to: Number.POSITIVE_INFINITY,
    repeats: false,
    limit: newestCounted,
    after: undefined,
  };
  const { sessions } = await sessionsListed(context, reader, all);
  return { sessions, shown: sessions.filter((each) => each.shown > 0).length };
}

function placeIn(list: string, { session, startedAt }: CountedSession): string {
  return placeKey(list + newestFirst(startedAt), sessionKey(session));
}
