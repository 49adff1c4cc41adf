import type { JsonObject } from "../../../base/json.js";
import { sumOf } from "../checksum.js";
import type { Between, KeyedRow, Page, RowChange, RowKey } from "../store.js";
import type { Connection } from "./connection.js";
import type { ViewMarks } from "./marks.js";
import { damaged } from "./translate-error.js";

interface StoredRow {
  readonly key: string;
  readonly row: string;
  readonly sum: number;
}

const ofView = "FROM views WHERE project = ? AND view = ?";
/** Whole texts: a statement is found by its text, and a text that is built again is hashed again. */
const sql = {
  get: `SELECT row, sum ${ofView} AND key = ?`,
  getMany: `SELECT key, row, sum ${ofView} AND key IN (SELECT value FROM json_each(?))`,
  first: `SELECT key, row, sum ${ofView} ORDER BY key LIMIT ?`,
  after: `SELECT key, row, sum ${ofView} AND key > ? ORDER BY key LIMIT ?`,
  count: `SELECT count(*) AS count ${ofView}`,
  countBetween: `SELECT count(*) AS count ${ofView} AND key > ? AND key < ?`,
  put: `INSERT INTO views (project, view, key, row, sum) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (project, view, key) DO UPDATE SET row = excluded.row, sum = excluded.sum`,
  delete: `DELETE ${ofView} AND key = ?`,
  clear: `DELETE ${ofView}`,
};

/** From so many keys of one view on, one statement for all of them is faster than one for each. */
const many = 8;

/** The rows of one project's views. Each is checked against its sum when it is read. */
export class ViewRows {
  readonly #project: string;
  readonly #connection: Connection;
  readonly #marks: ViewMarks;

  constructor(project: string, connection: Connection, marks: ViewMarks) {
    this.#project = project;
    this.#connection = connection;
    this.#marks = marks;
  }

  /** The rows with these keys, in their order. */
  get(keys: readonly RowKey[]): readonly (JsonObject | undefined)[] {
    if (keys.length < many) return keys.map((key) => this.#one(key));
    const byView = new Map<string, string[]>();
    for (const { view, key } of keys) {
      const known = byView.get(view);
      if (known === undefined) byView.set(view, [key]);
      else known.push(key);
    }
    const found = new Map([...byView].map(([view, wanted]) => [view, this.#several(view, wanted)]));
    return keys.map(({ view, key }) => found.get(view)?.get(key));
  }

  /** The rows of one view with these keys. */
  #several(view: string, keys: readonly string[]): ReadonlyMap<string, JsonObject | undefined> {
    if (keys.length < many) return new Map(keys.map((key) => [key, this.#one({ view, key })]));
    const slot = this.#marks.slotOf(view);
    const stored = this.#connection.all<StoredRow>(sql.getMany, this.#project, slot, JSON.stringify(keys));
    return new Map(stored.map((each) => [each.key, this.#parsed(view, each.key, each)]));
  }

  #one({ view, key }: RowKey): JsonObject | undefined {
    const slot = this.#marks.slotOf(view);
    const found = this.#connection.get<StoredRow>(sql.get, this.#project, slot, key);
    return found && this.#parsed(view, key, found);
  }

  list(view: string, { after, limit }: Page): readonly KeyedRow[] {
    const slot = this.#marks.slotOf(view);
    const found =
      after === undefined
        ? this.#connection.all<StoredRow>(sql.first, this.#project, slot, limit)
        : this.#connection.all<StoredRow>(sql.after, this.#project, slot, after, limit);
    return found.map((each) => ({ key: each.key, row: this.#parsed(view, each.key, each) }));
  }

  count(view: string, between?: Between): number {
    const of = [this.#project, this.#marks.slotOf(view)];
    const found =
      between === undefined
        ? this.#connection.get<{ count: number }>(sql.count, ...of)
        : this.#connection.get<{ count: number }>(sql.countBetween, ...of, between.after, between.before);
    return found?.count ?? 0;
  }

  put({ view, key, row }: RowChange): void {
    const slot = this.#marks.slotOf(view);
    if (row === undefined) {
      this.#connection.run(sql.delete, this.#project, slot, key);
      return;
    }
    const text = JSON.stringify(row);
    this.#connection.run(sql.put, this.#project, slot, key, text, sumOf(this.#project, key, text));
  }

  clear(view: string): void {
    this.#connection.run(sql.clear, this.#project, this.#marks.slotOf(view));
  }

  #parsed(view: string, key: string, { row, sum }: StoredRow): JsonObject {
    if (sum === sumOf(this.#project, key, row)) return JSON.parse(row);
    throw damaged(this.#connection.file, `row '${key}' of view '${view}' does not match its checksum`);
  }
}
