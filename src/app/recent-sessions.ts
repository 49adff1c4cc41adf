import * as z from "zod/mini";
import { recentSessions, recentSessionsKey } from "../projections/sessions.js";
import { type TrailRow, trails } from "../projections/trails.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import { field } from "./field.js";
import { shownTextOf } from "./shown-texts.js";
import { eventsIn } from "./trail-events.js";

/** A session in a few numbers. */
export const recentSessionOutput = z.strictObject({
  session: z.string(),
  lastAt: field("The newest event that is known of it; null where there is none.", z.nullable(z.string())),
  agent: field("Who worked in it.", z.nullable(z.string())),
  failures: field("How many calls failed.", z.int()),
  shown: field("How many texts it was shown.", z.int()),
  tokens: field("The tokens that these added to its prompts.", z.int()),
  result: field(
    "How it ended; null where that is not known.",
    z.nullable(z.enum(["success", "partial", "failure"])),
  ),
});

export type RecentSession = Readonly<z.output<typeof recentSessionOutput>>;

/** The sessions that began last, the newest first. */
export async function newestSessions(reader: LedgerReader, count: number): Promise<readonly RecentSession[]> {
  const known = (await reader.row(recentSessions, recentSessionsKey))?.sessions ?? [];
  const names = known.slice(-count).toReversed();
  const rows = new Map((await reader.rowsAt(trails, names)).map((row) => [row.name, row]));
  const found: RecentSession[] = [];
  for (const session of names) found.push(await inNumbers(reader, session, rows.get(session)));
  return found;
}

async function inNumbers(
  reader: LedgerReader,
  session: string,
  row: TrailRow | undefined,
): Promise<RecentSession> {
  if (row === undefined)
    return { session, lastAt: null, agent: null, failures: 0, shown: 0, tokens: 0, result: null };
  const texts = await eventsIn(reader, row.shown.seqs);
  const sizes: number[] = [];
  for (const event of texts) sizes.push((await shownTextOf(reader, event))?.tokens ?? 0);
  const [outcome] = await eventsIn(reader, row.outcomes.seqs.slice(-1));
  const newest = Math.max(0, ...[row.shown, row.answers, row.failures, row.outcomes].map(lastSeq));
  const [last] = newest === 0 ? [] : await reader.recordedAfter(newest - 1, 1);
  return {
    session,
    lastAt: last?.at ?? null,
    agent: last?.actor ?? null,
    failures: row.failures.count,
    shown: row.shown.count,
    tokens: sizes.reduce((sum, size) => sum + size, 0),
    result: outcome?.type === "outcome-recorded" ? outcome.data.result : null,
  };
}

function lastSeq({ seqs }: TrailRow["shown"]): number {
  return seqs.at(-1) ?? 0;
}
