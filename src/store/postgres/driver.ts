import type { Client, QueryResult } from "pg";
import { WhetstoneError } from "../../errors.js";

/** Loads the driver on first use: it is an optional package that only this adapter needs. */
export async function loadClient(): Promise<typeof Client> {
  try {
    const { default: pg } = await import("pg");
    return pg.Client;
  } catch (cause) {
    throw new WhetstoneError("native_module_missing", "the package pg cannot be loaded", {
      next: "run 'npm install pg'",
      cause,
    });
  }
}

type Bound =
  | string
  | number
  | boolean
  | null
  | Buffer
  | readonly (string | number | boolean | Buffer | null)[];

/** An open connection. */
export class Connection {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs one statement with values. */
  async all<Row extends object>(sql: string, ...values: readonly Bound[]): Promise<readonly Row[]> {
    const { rows }: QueryResult<Row> = await this.#client.query(sql, [...values]);
    return rows;
  }

  async get<Row extends object>(sql: string, ...values: readonly Bound[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...values))[0];
  }

  /** Runs statements without values, one after the other. */
  async run(sql: string): Promise<void> {
    await this.#client.query(sql);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

/** Keys are sorted by their bytes, which a text is not in every collation. */
export function toBytes(text: string): Buffer {
  return Buffer.from(text);
}
