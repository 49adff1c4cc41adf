import type { Rejection } from "../store.js";
import type { Connection } from "./driver.js";

/** The rejected inputs of one project. */
export class Rejections {
  readonly #project: string;
  readonly #connection: Connection;

  constructor(project: string, connection: Connection) {
    this.#project = project;
    this.#connection = connection;
  }

  async newest(limit: number): Promise<readonly Rejection[]> {
    return this.#connection.all<Rejection>(
      `SELECT id, at, verb, field, reason, input FROM whetstone.rejected
       WHERE project = $1 ORDER BY id DESC LIMIT $2`,
      ...[this.#project, limit],
    );
  }

  async count(): Promise<number> {
    const sql = "SELECT count(*) FROM whetstone.rejected WHERE project = $1";
    return Number((await this.#connection.get<{ readonly count: string }>(sql, this.#project))?.count ?? 0);
  }

  async add({ id, at, verb, field, reason, input }: Rejection, kept: number): Promise<void> {
    await this.#connection.all(
      `INSERT INTO whetstone.rejected (project, id, at, verb, field, reason, input)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      ...[this.#project, id, at, verb, field, reason, input],
    );
    await this.#connection.all(
      `DELETE FROM whetstone.rejected WHERE project = $1 AND id NOT IN
       (SELECT id FROM whetstone.rejected WHERE project = $1 ORDER BY id DESC LIMIT $2)`,
      ...[this.#project, kept],
    );
  }

  async blank({ id, at, verb, field, reason, input }: Rejection): Promise<void> {
    await this.#connection.all(
      `UPDATE whetstone.rejected SET at = $3, verb = $4, field = $5, reason = $6, input = $7
       WHERE project = $1 AND id = $2`,
      ...[this.#project, id, at, verb, field, reason, input],
    );
  }
}
