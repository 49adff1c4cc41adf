import type { Rejection } from "../store.js";
import type { Connection } from "./connection.js";

/** The rejected inputs of one project. */
export class Rejections {
  readonly #project: string;
  readonly #connection: Connection;

  constructor(project: string, connection: Connection) {
    this.#project = project;
    this.#connection = connection;
  }

  newest(limit: number): readonly Rejection[] {
    return this.#connection.all<Rejection>(
      `SELECT id, at, verb, field, reason, input FROM rejected
       WHERE project = ? ORDER BY id DESC LIMIT ?`,
      this.#project,
      limit,
    );
  }

  count(): number {
    const sql = "SELECT count(*) AS count FROM rejected WHERE project = ?";
    return this.#connection.get<{ count: number }>(sql, this.#project)?.count ?? 0;
  }

  add({ id, at, verb, field, reason, input }: Rejection, kept: number): void {
    this.#connection.run(
      `INSERT INTO rejected (project, id, at, verb, field, reason, input) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      this.#project,
      id,
      at,
      verb,
      field,
      reason,
      input,
    );
    this.#connection.run(
      `DELETE FROM rejected WHERE project = ? AND id NOT IN
       (SELECT id FROM rejected WHERE project = ? ORDER BY id DESC LIMIT ?)`,
      this.#project,
      this.#project,
      kept,
    );
  }

  blank({ id, at, verb, field, reason, input }: Rejection): void {
    this.#connection.run(
      `UPDATE rejected SET at = ?, verb = ?, field = ?, reason = ?, input = ? WHERE project = ? AND id = ?`,
      at,
      verb,
      field,
      reason,
      input,
      this.#project,
      id,
    );
  }
}
