import { WhetstoneError } from "../../errors.js";
import { MemoryStore } from "../memory.js";
import { Queue } from "../queue.js";
import type { ReadTransaction, Store, StoreInspection, TurnOptions, WriteTransaction } from "../store.js";
import { Connection, loadClient } from "./driver.js";
import { schema } from "./schema.js";
import { PostgresTransaction, type ProjectRow } from "./transaction.js";
import { translateError } from "./translate-error.js";

export interface PostgresOptions {
  /** `postgres://user@host/database`; PostgreSQL 15 or newer. */
  readonly url: string;
  /** How long a write waits for its turn before it fails with `busy`. */
  readonly busyWaitMs: number;
}

const projectRow = "SELECT number, head, marks FROM whetstone.project WHERE name = $1";

/**
 * A database of PostgreSQL, one connection, one transaction at a time in a handle. It keeps the contract of a
 * store, and is not offered by any setting yet: backups, scrubbing and restoring are still the server's own.
 */
export class PostgresStore implements Store {
  readonly kind = "postgres";
  readonly location: string;
  readonly replacements = 0;
  readonly #options: PostgresOptions;
  readonly #queue = new Queue();
  #connection: Connection | undefined;
  #hasSchema = false;
  #closed = false;

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.location = withoutPassword(options.url);
  }

  read<T>(project: string, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", async (connection) => {
      const found = await connection.get<{ readonly exists: boolean }>(
        "SELECT to_regclass('whetstone.rejected') IS NOT NULL AS exists",
      );
      const row = found?.exists && (await connection.get<ProjectRow>(projectRow, project));
      if (!row) return new MemoryStore().read(project, work);
      return work(new PostgresTransaction(project, row, connection));
    });
  }

  write<T>(
    project: string,
    work: (tx: WriteTransaction) => Promise<T>,
    { waitMs = this.#options.busyWaitMs }: TurnOptions = {},
  ): Promise<T> {
    return this.#inTransaction("BEGIN", async (connection) => {
      const tx = new PostgresTransaction(project, await lockProject(connection, project, waitMs), connection);
      const result = await work(tx);
      await tx.finish();
      return result;
    });
  }

  inspect(): Promise<StoreInspection> {
    return this.#queue.run(async () => {
      const connection = await this.#connect();
      const size = await connection.get<{ readonly bytes: string | null }>(
        `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
         WHERE relnamespace = to_regnamespace('whetstone') AND relkind = 'r'`,
      );
      const exists = size?.bytes !== null && size !== undefined;
      const problems = exists ? await brokenLogs(connection) : [];
      return { exists, sizeBytes: Number(size?.bytes ?? 0), problems, backups: [] };
    });
  }

  /** Nothing: `pg_dump` and the server's own archive are the backups of this store. */
  async backUp(): Promise<undefined> {
    return undefined;
  }

  /** False: the server keeps old versions of rows, and its own log and archive, beyond our reach. */
  async scrub(): Promise<boolean> {
    return false;
  }

  async restore(): Promise<readonly string[]> {
    throw new WhetstoneError("not_allowed", "a PostgreSQL store is restored by its server", {
      next: "use pg_restore, or the archive of the server",
    });
  }

  close(): Promise<void> {
    return this.#queue.run(async () => {
      this.#closed = true;
      await this.#connection?.close();
      this.#connection = undefined;
    });
  }

  #inTransaction<T>(begin: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      if (this.#closed)
        throw new WhetstoneError("closed", "this Whetstone was closed", { next: "open it again" });
      try {
        const connection = await this.#connect();
        if (begin === "BEGIN") await this.#createSchema(connection);
        return await inTransaction(connection, begin, () => work(connection));
      } catch (error) {
        throw translateError(error, this.location);
      }
    });
  }

  async #connect(): Promise<Connection> {
    if (this.#connection !== undefined) return this.#connection;
    const Client = await loadClient();
    const client = new Client({ connectionString: this.#options.url });
    // A connection that breaks while it is idle is opened again by the next call.
    client.on("error", () => {
      this.#connection = undefined;
    });
    await client.connect();
    this.#connection = new Connection(client);
    return this.#connection;
  }

  async #createSchema(connection: Connection): Promise<void> {
    if (this.#hasSchema) return;
    await inTransaction(connection, "BEGIN", () => connection.run(schema));
    this.#hasSchema = true;
  }
}

async function inTransaction<T>(connection: Connection, begin: string, work: () => Promise<T>): Promise<T> {
  await connection.run(begin);
  try {
    const result = await work();
    await connection.run("COMMIT");
    return result;
  } catch (error) {
    await connection.run("ROLLBACK");
    throw error;
  }
}

/** The row of a project is the lock of its writer. The first write of a project makes it. */
async function lockProject(connection: Connection, project: string, waitMs: number): Promise<ProjectRow> {
  await connection.run(`SET LOCAL lock_timeout = ${Math.max(1, Math.round(waitMs))}`);
  const lock = () => connection.get<ProjectRow>(`${projectRow} FOR UPDATE`, project);
  const known = await lock();
  if (known !== undefined) return known;
  const sql = "INSERT INTO whetstone.project (name) VALUES ($1) ON CONFLICT DO NOTHING";
  await connection.all(sql, project);
  const made = await lock();
  if (made === undefined) throw new WhetstoneError("internal", `the project '${project}' cannot be locked`);
  return made;
}

async function brokenLogs(connection: Connection): Promise<readonly string[]> {
  const found = await connection.all<{
    readonly name: string;
    readonly head: string;
    readonly events: string;
  }>(
    `SELECT name, head, count(seq) AS events FROM whetstone.project
     LEFT JOIN whetstone.event ON event.project = project.number
     GROUP BY project.number HAVING head <> count(seq) OR head <> coalesce(max(seq), 0)`,
  );
  return found.map(({ name, head, events }) => `the log of '${name}' holds ${events} events of ${head}`);
}

function withoutPassword(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^/@:]*):[^/@]*@/, "$1@");
}
