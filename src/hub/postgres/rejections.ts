import type { Rejection } from "../../log/store/store.js";
import type { Connection } from "./driver.js";

const sql = {
  newest: `SELECT id, at, verb, field, reason, input FROM whetstone.rejected
    WHERE project = $1 ORDER BY id DESC LIMIT $2`,
  count: "SELECT count(*)::integer AS count FROM whetstone.rejected WHERE project = $1",
  add: `INSERT INTO whetstone.rejected (project, id, at, verb, field, reason, input)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  trim: `DELETE FROM whetstone.rejected WHERE project = $1 AND id <=
    (SELECT id FROM whetstone.rejected WHERE project = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
  blank: `UPDATE whetstone.rejected SET at = $3, verb = $4, field = $5, reason = $6, input = $7
    WHERE project = $1 AND id = $2`,
};

/** The rejected inputs of one project. */
export class Rejections {
  readonly #project: string;
  readonly #connection: Connection;

  constructor(project: string, connection: Connection) {
    this.#project = project;
    this.#connection = connection;
  }

  newest(limit: number): Promise<readonly Rejection[]> {
    return this.#connection.all<Rejection>(sql.newest, this.#project, limit);
  }

  async count(): Promise<number> {
    return (await this.#connection.get<{ readonly count: number }>(sql.count, this.#project))?.count ?? 0;
  }

  async add({ id, at, verb, field, reason, input }: Rejection, kept: number): Promise<void> {
    await this.#connection.all(sql.add, this.#project, id, at, verb, field, reason, input);
    await this.#connection.all(sql.trim, this.#project, kept);
  }

  async blank({ id, at, verb, field, reason, input }: Rejection): Promise<void> {
    await this.#connection.all(sql.blank, this.#project, id, at, verb, field, reason, input);
  }
}
