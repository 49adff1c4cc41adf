import { strategies } from "../../lessons/strategy/strategies.js";
import type { WhetstoneEvent } from "../../log/events/catalog.js";
import { foldOf, type Projection } from "../../log/projection.js";
import type { Ledger } from "../../log/store/ledger.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { directives } from "../../projections/directives.js";
import { failures } from "../../projections/failures.js";
import { insights } from "../../projections/insights.js";
import { trials } from "../../projections/trials.js";
import type { Context } from "../context.js";
import { type Lesson, type LessonRows, lessonsOf } from "./lessons.js";

type Name = keyof LessonRows;
type Row = LessonRows[Name][number];

const projections = { strategies, directives, failures, insights, trials } as const;
const names = Object.keys(projections) as Name[];

/** The rows of every lesson as they were after an event. */
interface Kept {
  /** That event: its place, its id, and how often events before it had moved. */
  readonly head: number;
  readonly id: string | undefined;
  readonly moves: number;
  readonly rows: ReadonlyMap<Name, ReadonlyMap<string, Row>>;
}

const kept = new WeakMap<Ledger, Promise<Kept>>();

/**
 * Every lesson as it is now. Rows that were read before are kept, and those that events changed since are read
 * again: a long list that is open is not read whole with every event.
 */
export async function keptLessons(context: Context): Promise<readonly Lesson[]> {
  const { ledger } = context;
  const before = kept.get(ledger)?.catch(() => undefined);
  // One after the other, so that no older rows take the place of newer ones.
  const now = Promise.resolve(before).then((known) =>
    ledger.read((reader) => broughtUp(ledger, reader, known)),
  );
  kept.set(ledger, now);
  const { rows } = await now;
  const lists = names.map((name) => [name, [...(rows.get(name)?.values() ?? [])]]);
  return lessonsOf(context, Object.fromEntries(lists) as LessonRows);
}

async function broughtUp(ledger: Ledger, reader: LedgerReader, before: Kept | undefined): Promise<Kept> {
  const head = await reader.head();
  const { moves } = await reader.numbering();
  const [last] = await reader.recordedAfter(Math.max(0, head - 1), 1);
  const rows = new Map(before?.rows);
  const since = before?.moves === moves ? await eventsSince(reader, before, head) : undefined;
  for (const name of names) {
    const projection = projections[name] as Projection<Row>;
    const known = rows.get(name);
    if (since === undefined || known === undefined) rows.set(name, byLesson(await reader.rows(projection)));
    else {
      const fold = foldOf(projection as Projection, ledger.config);
      const keys = [...new Set(since.flatMap((event) => fold.changeBy(event.type)?.keys(event) ?? []))];
      if (keys.length > 0) rows.set(name, replaced(known, keys, await reader.rowsAt(projection, keys)));
    }
  }
  return { head, moves, id: last?.id, rows };
}

/** Beyond this, reading every row is not slower than reading what happened. */
const mostEvents = 1_000;

/** Blanks texts in rows of other lessons too. */
const rewriting: readonly string[] = ["lesson-forgotten", "text-forgotten"];

/** What was recorded since then; undefined where that does not tell what changed. */
async function eventsSince(
  reader: LedgerReader,
  { head: from, id }: Kept,
  head: number,
): Promise<readonly WhetstoneEvent[] | undefined> {
  if (from === 0 || head < from || head - from > mostEvents) return undefined;
  const [known, ...since] = await reader.eventsAfter(from - 1, head - from + 1);
  // A restored log has other events in the same places.
  return known?.id === id && !since.some(({ type }) => rewriting.includes(type)) ? since : undefined;
}

function byLesson(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.lesson, row]));
}

/** Rows with these keys as they are now; one that is not there any more is left out. */
function replaced(
  known: ReadonlyMap<string, Row>,
  keys: readonly string[],
  now: readonly Row[],
): ReadonlyMap<string, Row> {
  const rows = new Map(known);
  for (const key of keys) rows.delete(key);
  for (const row of now) rows.set(row.lesson, row);
  return rows;
}
