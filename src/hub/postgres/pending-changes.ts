import { WhetstoneError } from "../../base/errors.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import { byBytes } from "../../log/store/by-bytes.js";
import type { Between } from "../../log/store/store.js";
import { eventColumns } from "./events.js";
import { type RowText, rowSum } from "./rows.js";

/** What a transaction has changed and the database does not know yet. */
export class PendingChanges {
  readonly #project: string;
  #events: RecordedEvent[] = [];
  /** Slot, then key; undefined for a row that goes. */
  #rows = new Map<string, Map<string, string | undefined>>();
  #rowCount = 0;

  constructor(project: string) {
    this.#project = project;
  }

  get events(): readonly RecordedEvent[] {
    return this.#events;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  get isEmpty(): boolean {
    return this.#events.length + this.#rowCount === 0;
  }

  append(event: RecordedEvent, head: number): void {
    if (event.seq !== head + 1 || event.project !== this.#project)
      throw new WhetstoneError(
        "internal",
        `event ${event.seq} of '${event.project}' does not follow ${head}`,
      );
    this.#events.push({ ...event });
  }

  put(slot: string, key: string, text: string | undefined): void {
    const rows = this.#rows.get(slot) ?? new Map<string, string | undefined>();
    this.#rows.set(slot, rows);
    if (!rows.has(key)) this.#rowCount += 1;
    rows.set(key, text);
  }

  get(slot: string, key: string): { readonly text: string | undefined } | undefined {
    const rows = this.#rows.get(slot);
    return rows?.has(key) ? { text: rows.get(key) } : undefined;
  }

  /** The keys of a slot that have changed and lie strictly between two, if these are given. */
  keysOf(slot: string, { after, before }: Partial<Between> = {}): readonly string[] {
    return [...(this.#rows.get(slot)?.keys() ?? [])].filter(
      (key) =>
        (after === undefined || byBytes(key, after) > 0) &&
        (before === undefined || byBytes(key, before) < 0),
    );
  }

  /** Rows of the database in order of key, with the changes made to them. `complete`: there are no more. */
  over(slot: string, stored: readonly RowText[], after: string | undefined, complete: boolean): RowText[] {
    const last = stored.at(-1)?.key;
    const kept = stored.filter(({ key }) => this.get(slot, key) === undefined);
    const changed = this.keysOf(slot, after === undefined ? {} : { after }).flatMap((key) => {
      const text = this.get(slot, key)?.text;
      const isBeyond = !complete && (last === undefined || byBytes(key, last) > 0);
      return text === undefined || isBeyond ? [] : [{ key, text }];
    });
    return [...kept, ...changed].sort((a, b) => byBytes(a.key, b.key));
  }

  *changes(): Generator<{ readonly slot: string; readonly key: string; readonly text: string | undefined }> {
    for (const [slot, rows] of this.#rows) for (const [key, text] of rows) yield { slot, key, text };
  }

  /** Values for the parts of a statement that `sqlOf` makes. */
  values(): readonly (readonly (string | number | null)[])[] {
    const all = [...this.changes()];
    const gone = all.filter(({ text }) => text === undefined);
    const put = all.flatMap(({ slot, key, text }) => (text === undefined ? [] : [{ slot, key, text }]));
    return [
      ...eventColumns(this.#events),
      gone.map(({ slot }) => slot),
      gone.map(({ key }) => key),
      put.map(({ slot }) => slot),
      put.map(({ key }) => key),
      put.map(({ text }) => text),
      put.map(({ key, text }) => rowSum(this.#project, key, text)),
    ];
  }

  clear(): void {
    this.#events = [];
    this.#rows = new Map();
    this.#rowCount = 0;
  }
}

/**
 * The parts of one statement that write what was collected, for the project that `turn` names; nothing where
 * it names none. `first` is the number of the first value.
 */
function partsFrom(first: number): string {
  const value = (place: number, type: string) => `$${first + place}::${type}[]`;
  const texts = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => value(from + place, "text")).join(", ");
  return `
  appended AS (
    INSERT INTO whetstone.event (project, seq, id, type, at, actor, origin, run, task, key, v, data, sum)
    SELECT turn.name, event.* FROM turn, unnest(
      ${value(0, "integer")}, ${texts(1, 8)}, ${value(9, "integer")}, ${texts(10, 1)}, ${value(11, "integer")}
    ) AS event
  ), gone AS (
    DELETE FROM whetstone.view_row USING turn, unnest(${texts(12, 2)}) AS gone (view, key)
    WHERE view_row.project = $1 AND view_row.view = gone.view AND view_row.key = gone.key
  ), put AS (
    INSERT INTO whetstone.view_row (project, view, key, row, sum)
    SELECT turn.name, put.* FROM turn, unnest(${texts(14, 3)}, ${value(17, "integer")}) AS put
    ON CONFLICT (project, view, key) DO UPDATE SET row = excluded.row, sum = excluded.sum
  )`;
}

/** Writes everything that a transaction collected, and ends its turn where that is wanted, in one statement. */
export const commitSql = `
WITH turn AS (
  UPDATE whetstone.project SET head = $3, revision = $4, marks = $5, sum = $6
  WHERE name = $1 AND revision = $2 RETURNING name
), ${partsFrom(8)}
SELECT CASE WHEN $7::boolean THEN whetstone.leave_turn($1) END FROM turn`;

/** Writes what was collected so far, in the middle of a transaction. */
export const settleSql = `WITH turn AS (SELECT $1::text AS name), ${partsFrom(2)} SELECT`;
