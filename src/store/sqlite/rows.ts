import type { JsonObject } from "../../json.js";
import type { Between, KeyedRow, Page, RowChange, RowKey } from "../store.js";
import { sumOf } from "./checksum.js";
import type { Connection } from "./connection.js";
import type { ViewMarks } from "./marks.js";
import { damaged } from "./translate-error.js";

interface StoredRow {
  readonly key: string;
  readonly row: string;
  readonly sum: number;
}

const ofView = "FROM views WHERE project = ? AND view = ?";

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

  get({ view, key }: RowKey): JsonObject | undefined {
    const slot = this.#marks.slotOf(view);
    const sql = `SELECT row, sum ${ofView} AND key = ?`;
    const found = this.#connection.get<Omit<StoredRow, "key">>(sql, this.#project, slot, key);
    return found && this.#parsed(view, { key, ...found });
  }

  list(view: string, { after, limit }: Page): readonly KeyedRow[] {
    const slot = this.#marks.slotOf(view);
    const columns = `SELECT key, row, sum ${ofView}`;
    const found =
      after === undefined
        ? this.#connection.all<StoredRow>(`${columns} ORDER BY key LIMIT ?`, this.#project, slot, limit)
        : this.#connection.all<StoredRow>(
            `${columns} AND key > ? ORDER BY key LIMIT ?`,
            ...[this.#project, slot, after, limit],
          );
    return found.map((each) => ({ key: each.key, row: this.#parsed(view, each) }));
  }

  count(view: string, between?: Between): number {
    const slot = this.#marks.slotOf(view);
    const sql = `SELECT count(*) AS count ${ofView}`;
    const found =
      between === undefined
        ? this.#connection.get<{ count: number }>(sql, this.#project, slot)
        : this.#connection.get<{ count: number }>(
            `${sql} AND key > ? AND key < ?`,
            ...[this.#project, slot, between.after, between.before],
          );
    return found?.count ?? 0;
  }

  put({ view, key, row }: RowChange): void {
    const slot = this.#marks.slotOf(view);
    if (row === undefined) {
      this.#connection.run(`DELETE ${ofView} AND key = ?`, this.#project, slot, key);
      return;
    }
    const text = JSON.stringify(row);
    this.#connection.run(
      `INSERT INTO views (project, view, key, row, sum) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (project, view, key) DO UPDATE SET row = excluded.row, sum = excluded.sum`,
      ...[this.#project, slot, key, text, sumOf(this.#project, key, text)],
    );
  }

  clear(view: string): void {
    this.#connection.run(`DELETE ${ofView}`, this.#project, this.#marks.slotOf(view));
  }

  #parsed(view: string, { key, row, sum }: StoredRow): JsonObject {
    if (sum === sumOf(this.#project, key, row)) return JSON.parse(row);
    throw damaged(this.#connection.file, `row '${key}' of view '${view}' does not match its checksum`);
  }
}
