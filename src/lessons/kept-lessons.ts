import type { WhetstoneEvent } from "../log/events/catalog.js";
import type { Ledger } from "../log/store/ledger.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import type { Context } from "../verbs/call/context.js";
import { keysChangedBy, type LessonRow, type LessonView } from "./kind.js";
import { kinds } from "./kinds.js";
import type { Lesson } from "./lesson-output.js";
import { lessonsOf } from "./lessons.js";
import { type TrialRow, trials } from "./trial/fold/trials.js";

type Rows<Row extends LessonRow = LessonRow> = ReadonlyMap<string, Row>;

/** The rows of every lesson as they were after an event. */
interface Kept {
  /** That event: its place, its id, and how often events before it had moved. */
  readonly head: number;
  readonly id: string | undefined;
  readonly moves: number;
  /** By the name of their view. */
  readonly rows: ReadonlyMap<string, Rows>;
  readonly tried: Rows<TrialRow>;
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
  const now = Promise.resolve(before).then((known) => ledger.read((reader) => broughtUp(reader, known)));
  kept.set(ledger, now);
  const { rows, tried } = await now;
  const lists = new Map([...rows].map(([name, each]) => [name, [...each.values()]]));
  return lessonsOf(context, lists, [...tried.values()]);
}

async function broughtUp(reader: LedgerReader, before: Kept | undefined): Promise<Kept> {
  const head = await reader.head();
  const { moves } = await reader.numbering();
  const [last] = await reader.recordedAfter(Math.max(0, head - 1), 1);
  const since = before?.moves === moves ? await eventsSince(reader, before, head) : undefined;
  const rows = new Map<string, Rows>();
  for (const { view } of kinds)
    rows.set(view.name, await rowsNow(reader, view, before?.rows.get(view.name), since));
  return { head, moves, id: last?.id, rows, tried: await rowsNow(reader, trials, before?.tried, since) };
}

/** All rows of a view, of which those that no event changed since are known. */
async function rowsNow<Row extends LessonRow>(
  reader: LedgerReader,
  view: LessonView<Row>,
  known: Rows<Row> | undefined,
  since: readonly WhetstoneEvent[] | undefined,
): Promise<Rows<Row>> {
  if (since === undefined || known === undefined) return byLesson(await reader.rows(view));
  const keys = [...new Set(since.flatMap((event) => keysChangedBy(view, event)))];
  return keys.length === 0 ? known : replaced(known, keys, await reader.rowsAt(view, keys));
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

function byLesson<Row extends LessonRow>(rows: readonly Row[]): Rows<Row> {
  return new Map(rows.map((row) => [row.lesson, row]));
}

/** Rows with these keys as they are now; one that is not there any more is left out. */
function replaced<Row extends LessonRow>(
  known: Rows<Row>,
  keys: readonly string[],
  now: readonly Row[],
): Rows<Row> {
  const rows = new Map(known);
  for (const key of keys) rows.delete(key);
  for (const row of now) rows.set(row.lesson, row);
  return rows;
}
