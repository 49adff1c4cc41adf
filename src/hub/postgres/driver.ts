import type { Pool, PoolClient, QueryResult } from "pg";
import { WhetstoneError } from "../../base/errors.js";

/** Loads the driver on first use: it is an optional package that only this adapter needs. */
async function loadPool(): Promise<typeof Pool> {
  try {
    const { default: pg } = await import("pg");
    return pg.Pool;
  } catch (cause) {
    throw new WhetstoneError("native_module_missing", "the package pg cannot be loaded", {
      next: "run 'npm install pg'",
      cause,
    });
  }
}

type Bound = string | number | boolean | null | readonly (string | number | null)[];

/** A connection that its borrower has to itself until `release`. */
export class Connection {
  readonly #client: PoolClient;
  readonly #names: Map<string, string>;

  constructor(client: PoolClient, names: Map<string, string>) {
    this.#client = client;
    this.#names = names;
    client.on("error", ignored);
  }

  /** Runs one statement with values. The server reads its text once in each connection. */
  async all<Row extends object>(text: string, ...values: readonly Bound[]): Promise<readonly Row[]> {
    const name = this.#names.get(text) ?? `whetstone_${this.#names.size + 1}`;
    this.#names.set(text, name);
    const { rows }: QueryResult<Row> = await this.#client.query({ name, text, values: [...values] });
    return rows;
  }

  async get<Row extends object>(text: string, ...values: readonly Bound[]): Promise<Row | undefined> {
    return (await this.all<Row>(text, ...values))[0];
  }

  /** Runs statements without values in one round trip. Gives the rows of the last one. */
  async run<Row extends object>(text: string): Promise<readonly Row[]> {
    const results = (await this.#client.query(text)) as QueryResult<Row> | QueryResult<Row>[];
    return (Array.isArray(results) ? results.at(-1)?.rows : results.rows) ?? [];
  }

  /** A text as part of a statement without values. */
  quoted(text: string): string {
    return this.#client.escapeLiteral(text);
  }

  release(): void {
    this.#client.off("error", ignored);
    this.#client.release();
  }

  /** Ends the connection, and with it whatever it has locked. */
  discard(): void {
    this.#client.off("error", ignored);
    this.#client.release(true);
  }
}

/** A connection that breaks between two statements is found broken by the next one. */
const ignored = () => undefined;

/** How long a connection that nobody uses stays open. */
const idleMs = 30_000;
/** A server that is there answers in less. */
const connectMs = 30_000;

/** The connections of one handle, opened when they are needed. */
export class Connections {
  readonly #url: string;
  readonly most: number;
  readonly #names = new Map<string, string>();
  #pool: Promise<Pool> | undefined;

  constructor(url: string, most: number) {
    this.#url = url;
    this.most = most;
  }

  /** Waits until one is free. */
  async borrow(): Promise<Connection> {
    this.#pool ??= this.#open();
    return new Connection(await (await this.#pool).connect(), this.#names);
  }

  /** Waits for those that are borrowed. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await (await pool)?.end();
  }

  async #open(): Promise<Pool> {
    const Pool = await loadPool();
    const pool = new Pool({
      connectionString: this.#url,
      max: this.most,
      idleTimeoutMillis: idleMs,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      application_name: "whetstone",
    });
    // The pool drops a connection that breaks while nobody uses it; the next call opens another.
    pool.on("error", () => undefined);
    return pool;
  }
}
