import { WhetstoneError } from "../../base/errors.js";
import { withoutPassword } from "../../base/text/without-password.js";
import { MemoryStore } from "../../log/store/memory.js";
import type {
  ReadTransaction,
  Store,
  StoreInspection,
  TurnOptions,
  WriteTransaction,
} from "../../log/store/store.js";
import { type Connection, Connections } from "./driver.js";
import { Events } from "./events.js";
import { HeldRows } from "./held-rows.js";
import { Lane } from "./lane.js";
import { migrate, refuseOther, schemaVersion } from "./migrate.js";
import { migrations as allMigrations, type Migration } from "./migrations/index.js";
import { type ProjectRow, projectStateOf } from "./project-state.js";
import { PostgresTransaction } from "./transaction.js";
import { isConnectionLost, translateError } from "./translate-error.js";
import { leaveTurn, type Turn, takeTurn } from "./turn.js";

export interface PostgresOptions {
  /** `postgres://user@host/database`; PostgreSQL 15 or newer. */
  readonly url: string;
  /** How long a write waits for its turn before it fails with `busy`. */
  readonly busyWaitMs: number;
  /** Connections at most; 10, if left out. A transaction has one to itself. */
  readonly connections?: number;
  /** A value that nobody had before. */
  readonly unique: () => string;
  readonly migrations?: readonly Migration[];
}

const connectionsAtMost = 10;
/** Rows kept in memory, in characters: some thousands of lessons. */
const heldChars = 33_554_432;
/** After this many writes a turn ends even if others here wait, so that other processes get theirs. */
const writesPerTurn = 50;

const beginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/**
 * A database of PostgreSQL, which any number of processes share. A write takes one statement where this
 * process has the turn already, and two where it does not; rows that it reads are mostly held.
 */
export class PostgresStore implements Store {
  readonly kind = "postgres";
  readonly location: string;
  readonly #options: PostgresOptions;
  readonly #migrations: readonly Migration[];
  readonly #connections: Connections;
  readonly #held = new HeldRows(heldChars);
  readonly #lanes = new Map<string, { readonly lane: Lane; turn: Turn | undefined }>();
  readonly #heads = new Map<string, number>();
  #replacements = 0;
  #hasSchema = false;
  #closed = false;

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.#migrations = options.migrations ?? allMigrations;
    this.#connections = new Connections(options.url, options.connections ?? connectionsAtMost);
    this.location = withoutPassword(options.url);
  }

  /** Counts how often a log was shorter than before: the server was set back to an older state. */
  get replacements(): number {
    return this.#replacements;
  }

  read<T>(project: string, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#whileOpen(async () => {
      const { connection, row } = await this.#opened((fresh) => this.#beginReading(fresh, project));
      try {
        const result = await (row === undefined
          ? new MemoryStore().read(project, work)
          : work(new PostgresTransaction(project, projectStateOf(project, row), connection, this.#held)));
        await connection.run("COMMIT");
        connection.release();
        return result;
      } catch (error) {
        // Whatever state it is in, nobody else should find out.
        connection.discard();
        throw error;
      }
    });
  }

  async write<T>(
    project: string,
    work: (tx: WriteTransaction) => Promise<T>,
    options: TurnOptions = {},
  ): Promise<T> {
    const began = performance.now();
    const { waitMs = this.#options.busyWaitMs, isOver } = options;
    const place = this.#lanes.get(project) ?? { lane: new Lane(), turn: undefined };
    this.#lanes.set(project, place);
    await place.lane.enter(waitMs, isOver);
    try {
      const kept = place.turn;
      place.turn = undefined;
      const turn = kept ?? (await this.#takeTurn(project, waitMs - (performance.now() - began), options));
      const keep = () => place.lane.hasWaiters && turn.writes + 1 < writesPerTurn;
      const { result, next } = await this.#writeIn(project, turn, work, keep);
      place.turn = next;
      return result;
    } catch (error) {
      throw translateError(error, this.location);
    } finally {
      await this.#leaveLane(project, place);
    }
  }

  inspect(): Promise<StoreInspection> {
    return this.#alone(async (connection) => {
      const { findProblems, sizeOfStore } = await import("./inspect.js");
      if (!(await this.#findSchema(connection)))
        return { exists: false, sizeBytes: 0, problems: [], backups: [] };
      await connection.run(`${beginReading}; SET LOCAL whetstone.whole_store = 'on'`);
      const problems = await findProblems(connection);
      return { exists: true, sizeBytes: await sizeOfStore(connection), problems, backups: [] };
    });
  }

  async backUp(): Promise<never> {
    throw new WhetstoneError("not_allowed", "a database of PostgreSQL is backed up by its own tools", {
      next:
        'run \'PGOPTIONS="-c whetstone.whole_store=on" pg_dump --enable-row-security --format=custom ' +
        `--schema=whetstone --file=whetstone.dump ${this.location}'`,
    });
  }

  /**
   * Removes old versions of rows from the tables. False: the server's own log, its archive and its dumps may
   * hold them still, and nobody but its administrator can tell.
   */
  scrub(): Promise<boolean> {
    return this.#alone(async (connection) => {
      if (!(await this.#findSchema(connection))) return true;
      await connection.run("VACUUM whetstone.event");
      await connection.run("VACUUM whetstone.view_row");
      await connection.run("VACUUM whetstone.rejected");
      return false;
    });
  }

  async restore(): Promise<never> {
    throw new WhetstoneError("not_allowed", "a database of PostgreSQL is restored by its own tools", {
      next:
        "rename the schema whetstone if there is one, and run " +
        `'pg_restore --exit-on-error --dbname=${this.location} whetstone.dump', while no hub runs`,
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#connections.close();
  }

  /** With a connection that is closed afterwards, in whatever state it is. */
  #alone<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#whileOpen(async () => {
      const connection = await this.#connections.borrow();
      try {
        return await job(connection);
      } finally {
        connection.discard();
      }
    });
  }

  /**
   * Runs the first statements of a transaction, which change nothing. A connection that was kept open may
   * have been ended by the server since: then another one does.
   */
  async #opened<T>(
    begin: (connection: Connection) => Promise<T>,
  ): Promise<T & { readonly connection: Connection }> {
    for (let tries = 1; ; tries += 1) {
      const connection = await this.#connections.borrow();
      try {
        return { ...(await begin(connection)), connection };
      } catch (error) {
        connection.discard();
        if (!isConnectionLost(error) || tries > this.#connections.most) throw error;
      }
    }
  }

  async #beginReading(
    connection: Connection,
    project: string,
  ): Promise<{ readonly row: ProjectRow | undefined }> {
    if (!(await this.#findSchema(connection))) {
      await connection.run(beginReading);
      return { row: undefined };
    }
    const name = connection.quoted(project);
    const [row] = await connection.run<ProjectRow>(
      `${beginReading}; SELECT set_config('whetstone.project', ${name}, true);
       SELECT revision, head, marks, sum FROM whetstone.project WHERE name = ${name}`,
    );
    this.#noticeHead(project, row?.head ?? 0);
    return { row };
  }

  async #whileOpen<T>(job: () => Promise<T>): Promise<T> {
    if (this.#closed)
      throw new WhetstoneError("closed", "this Whetstone was closed", { next: "open it again" });
    try {
      return await job();
    } catch (error) {
      throw translateError(error, this.location);
    }
  }

  #takeTurn(project: string, waitMs: number, options: TurnOptions): Promise<Turn> {
    return this.#whileOpen(async () => {
      const turn = await this.#opened(async (connection) => {
        await this.#makeSchema(connection);
        return takeTurn(connection, project, waitMs, options);
      });
      this.#noticeHead(project, turn.state.head);
      return turn;
    });
  }

  /** Runs `work` in the turn and commits. `next` is the turn for the next writer here, where it is kept. */
  async #writeIn<T>(
    project: string,
    turn: Turn,
    work: (tx: WriteTransaction) => Promise<T>,
    keep: () => boolean,
  ): Promise<{ readonly result: T; readonly next: Turn | undefined }> {
    const { connection } = turn;
    const tx = new PostgresTransaction(project, turn.state, connection, this.#held);
    const revision = this.#options.unique();
    const given: { result?: T } = {};
    try {
      given.result = await work(tx);
      const kept = keep();
      const state = await tx.commit(revision, !kept);
      if (state !== undefined) this.#heads.set(project, state.head);
      const next = { connection, writes: turn.writes + 1, state: state ?? turn.state };
      if (kept) return { result: given.result, next };
      if (state === undefined) await leaveTurn(turn, project);
      connection.release();
      return { result: given.result, next: undefined };
    } catch (error) {
      await this.#giveUp(project, turn, tx, error);
      if ("result" in given && (await this.#wasCommitted(project, tx, revision, error)))
        return { result: given.result as T, next: undefined };
      throw error;
    }
  }

  async #giveUp(project: string, turn: Turn, tx: PostgresTransaction, error: unknown): Promise<void> {
    if (isConnectionLost(error)) return turn.connection.discard();
    try {
      await tx.rollBack();
      await leaveTurn(turn, project);
      turn.connection.release();
    } catch {
      // Closing it ends its transaction and its turn too; the error that counts is the one before.
      turn.connection.discard();
    }
  }

  /**
   * What became of a commit in whose middle the connection broke. Whoever gets the turn knows that the
   * session that had it before has ended, and can look.
   */
  async #wasCommitted(
    project: string,
    { firstId }: PostgresTransaction,
    revision: string,
    error: unknown,
  ): Promise<boolean> {
    if (!isConnectionLost(error)) return false;
    this.#held.drop(project);
    const { connection, state } = await this.#takeTurn(project, this.#options.busyWaitMs, {});
    try {
      if (state.revision === revision || firstId === undefined) return state.revision === revision;
      return (await new Events(project, connection).byId(firstId)) !== undefined;
    } finally {
      connection.discard();
    }
  }

  async #leaveLane(project: string, place: { readonly lane: Lane; turn: Turn | undefined }): Promise<void> {
    const { lane, turn } = place;
    // Who was to have the turn may have given up waiting since.
    if (turn !== undefined && !lane.hasWaiters) {
      place.turn = undefined;
      turn.connection.discard();
    }
    lane.leave();
    if (lane.isIdle) this.#lanes.delete(project);
  }

  async #findSchema(connection: Connection): Promise<boolean> {
    if (this.#hasSchema) return true;
    const version = await schemaVersion(connection);
    refuseOther(version, this.#migrations, this.location);
    if (version === 0) return false;
    if (version < (this.#migrations.at(-1)?.version ?? 0)) await migrate(connection, this.#migrations);
    this.#hasSchema = true;
    return true;
  }

  async #makeSchema(connection: Connection): Promise<void> {
    if (await this.#findSchema(connection)) return;
    await migrate(connection, this.#migrations);
    this.#hasSchema = true;
  }

  #noticeHead(project: string, head: number): void {
    if (head < (this.#heads.get(project) ?? 0)) {
      this.#replacements += 1;
      this.#held.drop(project);
    }
    this.#heads.set(project, head);
  }
}
