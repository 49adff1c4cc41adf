import type { JsonObject } from "../../json.js";
import type { Between, KeyedRow, Page, RowChange, RowKey } from "../store.js";
import { type Connection, toBytes } from "./driver.js";

const ofView = `FROM whetstone.view_row JOIN whetstone.view ON view.number = view_row.view
  WHERE view.project = $1 AND view.name = $2`;

/** The rows of one project's views. */
export class ViewRows {
  readonly #project: string;
  readonly #connection: Connection;

  constructor(project: string, connection: Connection) {
    this.#project = project;
    this.#connection = connection;
  }

  /** One statement, however many rows are asked for. */
  async get(keys: readonly RowKey[]): Promise<readonly (JsonObject | undefined)[]> {
    const found = await this.#connection.all<{ readonly row: string | null }>(
      `SELECT view_row.row FROM unnest($2::text[], $3::bytea[]) WITH ORDINALITY AS wanted (view, key, place)
       LEFT JOIN whetstone.view ON view.project = $1 AND view.name = wanted.view
       LEFT JOIN whetstone.view_row ON view_row.view = view.number AND view_row.key = wanted.key
       ORDER BY wanted.place`,
      ...[this.#project, keys.map(({ view }) => view), keys.map(({ key }) => toBytes(key))],
    );
    return found.map(({ row }) => (row === null ? undefined : JSON.parse(row)));
  }

  async list(view: string, { after, limit }: Page): Promise<readonly KeyedRow[]> {
    const found = await this.#connection.all<{ readonly key: Buffer; readonly row: string }>(
      `SELECT key, row ${ofView} AND ($3::bytea IS NULL OR key > $3) ORDER BY key LIMIT $4`,
      ...[this.#project, view, after === undefined ? null : toBytes(after), limit],
    );
    return found.map(({ key, row }) => ({ key: key.toString(), row: JSON.parse(row) }));
  }

  async count(view: string, between?: Between): Promise<number> {
    const [after, before] =
      between === undefined ? [null, null] : [between.after, between.before].map(toBytes);
    const found = await this.#connection.get<{ readonly count: string }>(
      `SELECT count(*) ${ofView} AND ($3::bytea IS NULL OR key > $3) AND ($4::bytea IS NULL OR key < $4)`,
      ...[this.#project, view, after ?? null, before ?? null],
    );
    return Number(found?.count ?? 0);
  }

  /** Two statements, however many rows change: what goes, and what comes. */
  async put(changes: readonly RowChange[]): Promise<void> {
    const last = [...new Map(changes.map((change) => [`${change.view}\0${change.key}`, change])).values()];
    const gone = last.filter(({ row }) => row === undefined);
    const put = last.filter(({ row }) => row !== undefined);
    if (gone.length > 0)
      await this.#connection.all(
        `DELETE FROM whetstone.view_row
         USING whetstone.view, unnest($2::text[], $3::bytea[]) AS gone (view, key)
         WHERE view.project = $1 AND view.name = gone.view
           AND view_row.view = view.number AND view_row.key = gone.key`,
        ...[this.#project, gone.map(({ view }) => view), gone.map(({ key }) => toBytes(key))],
      );
    if (put.length === 0) return;
    const views = put.map(({ view }) => view);
    await this.#connection.all(
      `INSERT INTO whetstone.view (project, name) SELECT $1, name FROM unnest($2::text[]) AS name
       GROUP BY name ON CONFLICT DO NOTHING`,
      ...[this.#project, views],
    );
    await this.#connection.all(
      `INSERT INTO whetstone.view_row (view, key, row)
       SELECT view.number, put.key, put.row
       FROM unnest($2::text[], $3::bytea[], $4::text[]) AS put (view, key, row)
       JOIN whetstone.view ON view.project = $1 AND view.name = put.view
       ON CONFLICT (view, key) DO UPDATE SET row = excluded.row`,
      ...[
        this.#project,
        views,
        put.map(({ key }) => toBytes(key)),
        put.map(({ row }) => JSON.stringify(row)),
      ],
    );
  }

  async clear(view: string): Promise<void> {
    const sql = "DELETE FROM whetstone.view WHERE project = $1 AND name = $2";
    await this.#connection.all(sql, this.#project, view);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.clear(to);
    const sql = "UPDATE whetstone.view SET name = $3 WHERE project = $1 AND name = $2";
    await this.#connection.all(sql, this.#project, from, to);
  }
}
