import { constants, copyFileSync, rmSync } from "node:fs";
import { WhetstoneError } from "../../errors.js";
import { MemoryStore } from "../memory.js";
import { Queue } from "../queue.js";
import type {
  ReadTransaction,
  Soon,
  Store,
  StoreInspection,
  WaitOptions,
  WriteOptions,
  WriteTransaction,
} from "../store.js";
import { backUp, listBackups, setAside } from "./backup.js";
import { useNativeChecksum } from "./checksum.js";
import { createDatabase } from "./create.js";
import { type Database, loadDriver } from "./driver.js";
import type { KnownHead } from "./known-head.js";
import { type BackupPlace, migrate, schemaVersion } from "./migrate.js";
import { migrations as allMigrations, type Migration } from "./migrations/index.js";
import { newer, preflight } from "./preflight.js";
import { Statements } from "./statements.js";
import { SqliteTransaction } from "./transaction.js";
import { isBusy, translateError } from "./translate-error.js";
import { Turnstile } from "./turnstile.js";

export interface SqliteOptions {
  readonly file: string;
  readonly backups: BackupPlace;
  /** How long a transaction waits for its turn before it fails with `busy`. */
  readonly busyWaitMs: number;
  /** `full`: an acknowledged write survives a power cut. `normal`: it survives a killed process. */
  readonly synchronous: "full" | "normal";
  /** A name no other process uses now, for the draft of a new database. */
  readonly unique: () => string;
  readonly migrations?: readonly Migration[];
}

interface Connection {
  readonly database: Database;
  readonly statements: Statements;
  readonly knownHead: KnownHead;
}

/**
 * How many pages the write-ahead log holds before they are copied to the database: 16 MB. A record changes a
 * dozen pages, most of them the same as the one before, so copying four times as many at once copies and
 * syncs a third as often as SQLite's own 1,000 would.
 */
const checkpointPages = 4_000;
/** How much a connection keeps in memory. With SQLite's own 2 MB a rebuild reads the same pages again. */
const cacheKibibytes = 16_000;

/** One SQLite file, one connection, one transaction at a time; other processes take turns. */
export class SqliteStore implements Store {
  readonly kind = "sqlite";
  readonly location: string;
  readonly #options: SqliteOptions;
  readonly #migrations: readonly Migration[];
  readonly #turnstile: Turnstile;
  readonly #queue = new Queue();
  #connection: Connection | undefined;
  /** Once set, every call fails with it: a damaged or closed store is not touched again. */
  #finished: WhetstoneError | undefined;

  constructor(options: SqliteOptions) {
    this.location = options.file;
    this.#options = options;
    this.#migrations = options.migrations ?? allMigrations;
    this.#turnstile = new Turnstile(`${options.file}-turn`, options.busyWaitMs);
  }

  /** A database that does not exist yet reads as empty, and reading does not create it. */
  read<T>(project: string, work: (tx: ReadTransaction) => Soon<T>, { waitMs }: WaitOptions = {}): Promise<T> {
    return this.#guarded(async () => {
      const connection = this.#connection ?? (await this.#connect(false));
      if (connection === undefined) return new MemoryStore().read(project, work);
      const tx = new SqliteTransaction(project, connection.statements, this.location, connection.knownHead);
      return this.#inTransaction(connection, "beginReading", tx, work, waitMs);
    });
  }

  write<T>(
    project: string,
    work: (tx: WriteTransaction) => Soon<T>,
    { waitMs, committed }: WriteOptions = {},
  ): Promise<T> {
    return this.#guarded(async () => {
      const connection = this.#connection ?? (await this.#connect(true));
      useNativeChecksum();
      const tx = new SqliteTransaction(project, connection.statements, this.location, connection.knownHead);
      const result = await this.#inTransaction(connection, "beginWriting", tx, work, waitMs);
      committed?.();
      return result;
    });
  }

  inspect(): Promise<StoreInspection> {
    return this.#queue.run(async () => {
      useNativeChecksum();
      const { describeFiles } = await import("./inspect.js");
      const files = describeFiles(this.location, this.#options.backups.folder);
      return { ...files, problems: files.exists ? await this.#problems(this.location) : [] };
    });
  }

  backUp(): Promise<string | undefined> {
    return this.#guarded(async () => {
      const connection = await this.#connect(false);
      if (connection === undefined) return undefined;
      const { folder, now, kept } = this.#options.backups;
      return backUp(connection.database, folder, now(), "by-hand", kept);
    });
  }

  /**
   * Rewrites the file without its free space, empties the write-ahead log, and replaces our backups by a new
   * one. False when another process still reads an older state, so that the log could not be emptied.
   */
  scrub(): Promise<boolean> {
    return this.#guarded(async () => {
      const connection = await this.#connect(false);
      if (connection === undefined) return true;
      const { database } = connection;
      await this.#turn(() => database.exec("VACUUM"));
      const { folder, now, kept } = this.#options.backups;
      const old = listBackups(folder);
      for (const file of old) rmSync(file);
      if (old.length > 0) backUp(database, folder, now(), "after-forget", kept);
      const [checkpoint] = database.pragma("wal_checkpoint(TRUNCATE)") as readonly { busy: number }[];
      return checkpoint?.busy === 0;
    });
  }

  restore(project: string, backup?: string): Promise<readonly string[]> {
    return this.#queue.run(async () => {
      if (backup !== undefined) await this.#refuseBackup(project, backup);
      this.#disconnect();
      const { now } = this.#options.backups;
      const aside = setAside(this.location, now());
      if (backup !== undefined) copyFileSync(backup, this.location, constants.COPYFILE_EXCL);
      this.#finished = undefined;
      return aside;
    });
  }

  close(): Promise<void> {
    return this.#queue.run(async () => {
      this.#disconnect();
      this.#finished ??= new WhetstoneError("closed", "this Whetstone was closed", { next: "open it again" });
    });
  }

  #disconnect(): void {
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  #guarded<T>(job: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      if (this.#finished !== undefined) throw this.#finished;
      try {
        return await job();
      } catch (error) {
        const translated = translateError(error, this.location);
        if (translated instanceof WhetstoneError && translated.code === "corrupt")
          this.#finished = translated;
        throw translated;
      }
    });
  }

  #connect(create: true): Promise<Connection>;
  #connect(create: boolean): Promise<Connection | undefined>;
  async #connect(create: boolean): Promise<Connection | undefined> {
    if (this.#connection !== undefined) return this.#connection;
    const exists = preflight(this.location, this.#migrations.at(-1)?.version ?? 0);
    if (!exists && !create) return undefined;
    const Driver = await loadDriver();
    if (!exists) createDatabase(Driver, this.location, this.#options.unique(), this.#migrations);
    const database = new Driver(this.location, { fileMustExist: true, timeout: 0 });
    try {
      await this.#prepare(database);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#connection = { database, statements: new Statements(database), knownHead: {} };
    return this.#connection;
  }

  async #prepare(database: Database): Promise<void> {
    await this.#turn(() => schemaVersion(database));
    database.pragma(`synchronous = ${this.#options.synchronous === "full" ? "FULL" : "NORMAL"}`);
    database.pragma("secure_delete = ON");
    database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    database.pragma(`cache_size = -${cacheKibibytes}`);
    await migrate(database, this.#migrations, this.#options.backups, () =>
      this.#turn(() => database.exec("BEGIN IMMEDIATE")),
    );
  }

  async #inTransaction<T>(
    connection: Connection,
    begin: "beginReading" | "beginWriting",
    tx: SqliteTransaction,
    work: (tx: SqliteTransaction) => Soon<T>,
    waitMs: number | undefined,
  ): Promise<T> {
    const { database, statements } = connection;
    const waiting = this.#turn(() => this.#begin(connection, begin), waitMs);
    if (waiting !== undefined) await waiting;
    try {
      const result = await work(tx);
      tx.finish();
      statements.run("commit");
      tx.committed();
      return result;
    } finally {
      if (database.inTransaction) statements.run("rollBack");
      this.#turnstile.left();
    }
  }

  #begin({ statements, knownHead }: Connection, begin: "beginReading" | "beginWriting"): void {
    statements.run(begin);
    try {
      // The first read of a transaction takes the snapshot, so that nothing after it can meet a lock.
      const [version] = statements.get<readonly [number]>("dataVersion") ?? [];
      if (version === undefined || version !== knownHead.version) this.#refuseNewerSchema(statements);
      knownHead.version = version;
    } catch (error) {
      statements.run("rollBack");
      throw error;
    }
  }

  /** Another process may have migrated the file while this one had it open. */
  #refuseNewerSchema(statements: Statements): void {
    const newest = this.#migrations.at(-1)?.version ?? 0;
    const version = statements.get<{ user_version: number }>("schemaVersion")?.user_version ?? 0;
    if (version > newest) throw newer(this.location, version, newest);
  }

  #turn(take: () => unknown, waitMs?: number): Promise<void> | undefined {
    return this.#turnstile.enter(() => {
      try {
        take();
        return true;
      } catch (error) {
        if (isBusy(error)) return false;
        throw error;
      }
    }, waitMs);
  }

  async #refuseBackup(project: string, backup: string): Promise<void> {
    const [problem] = await this.#problems(backup, project);
    if (problem === undefined) return;
    throw new WhetstoneError("corrupt", `the backup ${backup} cannot be used: ${problem}`, {
      next: "choose another backup, or an export",
      values: { backup },
    });
  }

  async #problems(file: string, project?: string): Promise<readonly string[]> {
    try {
      if (!preflight(file, this.#migrations.at(-1)?.version ?? 0)) return [`there is no file ${file}`];
      const { asNewest, findProblems } = await import("./inspect.js");
      const Driver = await loadDriver();
      const database = new Driver(file, { readonly: true, fileMustExist: true });
      try {
        const looked = asNewest(Driver, database, this.#migrations);
        try {
          return await findProblems(looked, file, project);
        } finally {
          looked.close();
        }
      } finally {
        database.close();
      }
    } catch (error) {
      const translated = translateError(error, file);
      return [translated instanceof Error ? translated.message : String(translated)];
    }
  }
}
